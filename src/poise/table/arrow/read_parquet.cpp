// Opening Parquet files, and holding them to their word.
#include "poise/table/arrow/read_parquet.h"

#include "poise/table/arrow/arrow_table.h"

#include <parquet/arrow/reader.h>
#include <parquet/arrow/schema.h>
#include <parquet/exception.h>
#include <parquet/file_reader.h>
#include <parquet/metadata.h>

namespace poise::internal {
namespace {

using arrow::Status;

// Batches go before their reader, and both before the memory they are decoded into.
class ParquetBatches : public arrow::RecordBatchReader {
public:
  ParquetBatches(std::unique_ptr<parquet::arrow::FileReader> file,
                 std::unique_ptr<arrow::RecordBatchReader> batches)
      : file_(std::move(file)), batches_(std::move(batches)) {}

  std::shared_ptr<arrow::Schema> schema() const override { return batches_->schema(); }
  Status ReadNext(std::shared_ptr<arrow::RecordBatch> *batch) override { return batches_->ReadNext(batch); }

private:
  std::unique_ptr<parquet::arrow::FileReader> file_;
  std::unique_ptr<arrow::RecordBatchReader> batches_;
};

class ParquetFile : public ArrowFile {
public:
  ParquetFile(std::shared_ptr<const FileBytes> bytes, std::size_t memory)
      : memory_(memory), bytes_(std::make_shared<ArrowBytes>(std::move(bytes))) {}

  Status open() {
    ARROW_ASSIGN_OR_RAISE(const auto reader, reader_of(1));
    facts_ = reader->parquet_reader()->metadata();
    ARROW_RETURN_NOT_OK(reader->GetSchema(&schema_));
    for (const auto &field : reader->manifest().schema_fields) leaves_.push_back(field.column_index);
    if (static_cast<int>(leaves_.size()) != schema_->num_fields()) return Status::Invalid("two schemas");
    std::int64_t rows = 0;
    for (int group = 0; group < facts_->num_row_groups(); ++group) {
      const std::int64_t more = facts_->RowGroup(group)->num_rows();
      if (more < 0 || more > INT64_MAX - rows) return Status::Invalid("rows that nobody can count");
      rows += more;
    }
    if (rows != facts_->num_rows()) return Status::Invalid("row groups that do not add up");
    return Status::OK();
  }

  const arrow::Schema &schema() const override { return *schema_; }

  bool copies() const override { return true; }

  arrow::Result<std::int64_t> count_rows(const std::vector<int> & /*places*/) const override {
    return facts_->num_rows();
  }

  arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> batches(const std::vector<int> &places,
                                                                   std::int64_t most_rows) const override {
    std::vector<int> leaves, groups;
    for (const int place : places) leaves.push_back(leaves_.at(static_cast<std::size_t>(place)));
    for (int group = 0; group < facts_->num_row_groups(); ++group) groups.push_back(group);
    ARROW_ASSIGN_OR_RAISE(auto reader, reader_of(most_rows));
    ARROW_ASSIGN_OR_RAISE(auto batches, reader->GetRecordBatchReader(groups, leaves));
    return std::make_shared<ParquetBatches>(std::move(reader), std::move(batches));
  }

private:
  arrow::Result<std::unique_ptr<parquet::arrow::FileReader>> reader_of(std::int64_t most_rows) const {
    parquet::ArrowReaderProperties how;
    how.set_batch_size(most_rows);
    how.set_pre_buffer(false); // the bytes are here already
    parquet::arrow::FileReaderBuilder builder;
    const auto source = std::make_shared<arrow::io::BufferReader>(bytes_);
    ARROW_RETURN_NOT_OK(builder.Open(source, parquet::ReaderProperties(memory_.pool()), facts_));
    builder.memory_pool(memory_.pool())->properties(how);
    return builder.Build();
  }

  ArrowMemory memory_;
  std::shared_ptr<ArrowBytes> bytes_;
  std::shared_ptr<parquet::FileMetaData> facts_;
  std::shared_ptr<arrow::Schema> schema_;
  std::vector<int> leaves_; // of each column; -1 where it is nested
};

} // namespace

Result<Table> read_parquet(std::shared_ptr<const FileBytes> file, const std::string &source,
                           const ReadOptions &options) {
  return arrow_table({file, source, "a .parquet file"}, options,
                     [&]() -> arrow::Result<std::shared_ptr<const ArrowFile>> {
                       const auto opened = std::make_shared<ParquetFile>(file, options.memory);
                       ARROW_RETURN_NOT_OK(opened->open());
                       return opened;
                     });
}

} // namespace poise::internal
