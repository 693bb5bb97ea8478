// Tables that Arrow itself exports are read as it wrote them, and as they would be from a file.
#include "poise/table/arrow/read_arrow.h"
#include "poise/table/arrow/read_arrow_stream.h"

#include "table/arrow_files.h"
#include "table/same_table.h"

#include <arrow/c/bridge.h>
#include <gtest/gtest.h>

namespace poise::internal {
namespace arrow_bridge_test {

const std::string numbers = "[7, 0, null, 7, 3, null, 0, 8]";
const std::string words = R"(["b", "", null, "b", "someone with a long name", null, "", "b "])";

std::shared_ptr<arrow::RecordBatch> every_type() {
  std::vector<ArrowColumn> columns;
  for (const auto &type :
       {arrow::int8(), arrow::uint8(), arrow::int16(), arrow::uint16(), arrow::int32(), arrow::uint32(),
        arrow::int64(), arrow::uint64(), arrow::float16(), arrow::float32(), arrow::float64(),
        arrow::date32(), arrow::timestamp(arrow::TimeUnit::NANO, "UTC"),
        arrow::time32(arrow::TimeUnit::SECOND), arrow::duration(arrow::TimeUnit::MILLI)})
    columns.push_back({type->ToString(), type, numbers});
  for (const auto &type :
       {arrow::utf8(), arrow::large_utf8(), arrow::binary(), arrow::large_binary(), arrow::utf8_view(),
        arrow::binary_view(), arrow::dictionary(arrow::int16(), arrow::utf8())})
    columns.push_back({type->ToString(), type, words});
  for (const auto &type :
       {arrow::decimal32(5, 1), arrow::decimal64(15, 1), arrow::decimal128(30, 1), arrow::decimal256(60, 1)})
    columns.push_back(
        {type->ToString(), type, R"(["1.5", "-0.7", null, "1.5", "0.0", "9.9", "-3.3", "1000.1"])"});
  columns.push_back(
      {"date64", arrow::date64(), "[86400000, 0, null, 86400000, 0, 0, null, 172800000]"}); // whole days
  columns.push_back({"bool", arrow::boolean(), "[true, false, null, true, true, false, null, true]"});
  columns.push_back({"list", arrow::list(arrow::int8()), "[[1], [], null, [2], [], [], [], []]"});
  return batch_of(columns);
}

Result<Table> exported(const Batches &batches, const ReadOptions &options) {
  ArrowArrayStream stream{};
  must(arrow::ExportRecordBatchReader(arrow::RecordBatchReader::Make(batches).ValueOrDie(), &stream));
  return read_arrow_stream(&stream, options, "x");
}

TEST(ArrowBridge, ExportedBatchesAreReadAsFromAFile) {
  const auto whole = every_type();
  const Batches batches = {whole->Slice(1, 3), whole->Slice(4, 0), whole->Slice(4)};
  const auto file = std::make_shared<const FileBytes>(arrow_of(batches));
  std::vector<ReadOptions> wishes = {
      {}, {.columns = {"double", "bool", "decimal128(30, 1)"}}, {.columns = {"string"}}};
  for (const std::string &name : whole->schema()->field_names()) {
    wishes.push_back({.unit = name});
    wishes.push_back({.columns = {name}});
  }
  for (const ReadOptions &options : wishes)
    EXPECT_EQ(difference(exported(batches, options), read_arrow(file, "x", options)), "")
        << options.unit.value_or("no unit") << ", "
        << (options.columns.empty() ? "all" : options.columns.front());
}

TEST(ArrowBridge, ARecordBatchIsExportedByItself) {
  ArrowSchema schema{};
  ArrowArray array{};
  must(arrow::ExportRecordBatch(*every_type()->Slice(2, 5), &array, &schema));
  const auto table = read_arrow_array(&schema, &array, {.columns = {"int64"}});
  EXPECT_TRUE(same_cells(opened_cells(table.value()), {std::nan(""), 7, 3, std::nan(""), 0}));
}

TEST(ArrowBridge, CellsStayInArrowsBuffersAndKeepThemAlive) {
  auto batch = batch_of({{"x", arrow::float64(), "[1, 2, 3]"}});
  const auto *cells = batch->column_data(0)->GetValues<double>(1);
  const std::weak_ptr<arrow::Buffer> buffer = batch->column_data(0)->buffers[1];
  {
    const Table table = exported({std::move(batch)}, {}).value();
    EXPECT_EQ(std::get<const double *>(std::get<ColumnRows>(only_chunk(table).rows).parts[0].cells), cells);
    EXPECT_FALSE(buffer.expired());
    EXPECT_EQ(opened_cells(table), (std::vector<double>{1, 2, 3}));
  }
  EXPECT_TRUE(buffer.expired());
}

} // namespace arrow_bridge_test
} // namespace poise::internal
