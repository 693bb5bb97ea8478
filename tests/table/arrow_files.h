// Files of Arrow's own making, for tests of the readers.
#pragma once

#include <arrow/array.h>
#include <arrow/io/memory.h>
#include <arrow/ipc/writer.h>
#include <arrow/json/from_string.h>
#include <arrow/table.h>
#include <arrow/util/key_value_metadata.h>
#include <parquet/arrow/writer.h>
#include <stdexcept>
#include <string>
#include <vector>

namespace poise::internal {

inline void must(const arrow::Status &status) {
  if (!status.ok()) throw std::runtime_error(status.ToString());
}

struct ArrowColumn {
  std::string name;
  std::shared_ptr<arrow::DataType> type;
  std::string json; // its cells, such as "[1, null, 3]"
};

inline std::shared_ptr<arrow::RecordBatch> batch_of(const std::vector<ArrowColumn> &columns) {
  arrow::FieldVector fields;
  arrow::ArrayVector arrays;
  for (const ArrowColumn &column : columns) {
    fields.push_back(arrow::field(column.name, column.type));
    arrays.push_back(arrow::json::ArrayFromJSONString(column.type, column.json).ValueOrDie());
  }
  const std::int64_t rows = arrays.empty() ? 0 : arrays.front()->length();
  return arrow::RecordBatch::Make(arrow::schema(fields), rows, arrays);
}

using Batches = std::vector<std::shared_ptr<arrow::RecordBatch>>;

inline std::string parquet_of(const Batches &batches, std::int64_t rows_per_group = 1 << 20,
                              arrow::Compression::type compression = arrow::Compression::SNAPPY) {
  const auto out = arrow::io::BufferOutputStream::Create().ValueOrDie();
  const auto table = arrow::Table::FromRecordBatches(batches).ValueOrDie();
  const auto how = parquet::WriterProperties::Builder().compression(compression)->build();
  const auto more = parquet::ArrowWriterProperties::Builder().store_schema()->build();
  must(parquet::arrow::WriteTable(*table, arrow::default_memory_pool(), out, rows_per_group, how, more));
  return out->Finish().ValueOrDie()->ToString();
}

enum class ArrowLayout { indexed, stream };

inline std::string arrow_of(const Batches &batches, ArrowLayout layout = ArrowLayout::indexed,
                            arrow::Compression::type compression = arrow::Compression::UNCOMPRESSED) {
  const auto out = arrow::io::BufferOutputStream::Create().ValueOrDie();
  auto how = arrow::ipc::IpcWriteOptions::Defaults();
  if (compression != arrow::Compression::UNCOMPRESSED)
    how.codec = arrow::util::Codec::Create(compression).ValueOrDie();
  const auto schema = batches.front()->schema();
  const auto writer = layout == ArrowLayout::indexed
                          ? arrow::ipc::MakeFileWriter(out, schema, how).ValueOrDie()
                          : arrow::ipc::MakeStreamWriter(out, schema, how).ValueOrDie();
  for (const auto &batch : batches) must(writer->WriteRecordBatch(*batch));
  must(writer->Close());
  return out->Finish().ValueOrDie()->ToString();
}

} // namespace poise::internal
