// Opening both layouts of Arrow's own format, and checking every batch before it is used.
#include "poise/table/arrow/read_arrow.h"

#include "poise/table/arrow/arrow_table.h"

#include <algorithm>
#include <arrow/array.h>
#include <arrow/ipc/reader.h>

namespace poise::internal {
namespace {

using arrow::Status;

// Places of columns as they are asked for, as they come, and how to get from one to the other.
struct Fields {
  explicit Fields(std::vector<int> wanted) : places(std::move(wanted)), sorted(places) {
    std::sort(sorted.begin(), sorted.end());
    for (const int place : places)
      order.push_back(
          static_cast<int>(std::lower_bound(sorted.begin(), sorted.end(), place) - sorted.begin()));
  }
  std::vector<int> places, sorted, order;
};

// Words are checked as bytes: that they are UTF-8 is of no use here.
std::shared_ptr<arrow::Array> as_bytes(const std::shared_ptr<arrow::Array> &column) {
  const auto as = [&](const std::shared_ptr<arrow::DataType> &type) {
    const auto data = column->data()->Copy();
    data->type = type;
    return arrow::MakeArray(data);
  };
  switch (column->type_id()) {
  case arrow::Type::STRING:
    return as(arrow::binary());
  case arrow::Type::LARGE_STRING:
    return as(arrow::large_binary());
  case arrow::Type::STRING_VIEW:
    return as(arrow::binary_view());
  case arrow::Type::DICTIONARY: {
    const auto &type = static_cast<const arrow::DictionaryType &>(*column->type());
    const auto words = as_bytes(static_cast<const arrow::DictionaryArray &>(*column).dictionary());
    const auto data = column->data()->Copy();
    data->type = arrow::dictionary(type.index_type(), words->type(), type.ordered());
    data->dictionary = words->data();
    return arrow::MakeArray(data);
  }
  default:
    return column;
  }
}

// The wanted columns of a batch of those alone, or of all columns. Offsets, lengths and null
// counts in a file may say anything.
arrow::Result<std::shared_ptr<arrow::RecordBatch>> checked(const arrow::RecordBatch &batch,
                                                           const Fields &fields, int all) {
  const bool has_all = batch.num_columns() == all;
  if ((!has_all && batch.num_columns() != static_cast<int>(fields.sorted.size())) || batch.num_rows() < 0)
    return Status::Invalid("a batch without its columns");
  ARROW_ASSIGN_OR_RAISE(auto wanted, batch.SelectColumns(has_all ? fields.places : fields.order));
  for (const auto &column : wanted->columns()) {
    if (column->length() != batch.num_rows()) return Status::Invalid("columns of different lengths");
    ARROW_RETURN_NOT_OK(as_bytes(column)->ValidateFull());
  }
  return wanted;
}

arrow::ipc::IpcReadOptions how(const ArrowMemory &memory, const Fields &fields) {
  auto options = arrow::ipc::IpcReadOptions::Defaults();
  options.memory_pool = memory.pool();
  options.included_fields = fields.sorted;
  options.use_threads = false;
  options.ensure_alignment = arrow::ipc::Alignment::kDataTypeSpecificAlignment;
  return options;
}

class CheckedBatches : public arrow::RecordBatchReader {
public:
  CheckedBatches(Fields fields, int all) : fields_(std::move(fields)), all_(all) {}

  // Nobody asks; the batches have one each.
  std::shared_ptr<arrow::Schema> schema() const override { return arrow::schema({}); }

  Status ReadNext(std::shared_ptr<arrow::RecordBatch> *batch) override {
    batch->reset();
    ARROW_ASSIGN_OR_RAISE(const auto next, unchecked());
    return next == nullptr ? Status::OK() : checked(*next, fields_, all_).Value(batch);
  }

private:
  virtual arrow::Result<std::shared_ptr<arrow::RecordBatch>> unchecked() = 0;
  Fields fields_;
  int all_; // columns of the file
};

class IndexedBatches : public CheckedBatches {
public:
  IndexedBatches(Fields fields, int all, std::shared_ptr<arrow::ipc::RecordBatchFileReader> reader)
      : CheckedBatches(std::move(fields), all), reader_(std::move(reader)) {}

private:
  arrow::Result<std::shared_ptr<arrow::RecordBatch>> unchecked() override {
    if (next_ >= reader_->num_record_batches()) return nullptr;
    return reader_->ReadRecordBatch(next_++);
  }
  std::shared_ptr<arrow::ipc::RecordBatchFileReader> reader_;
  int next_ = 0;
};

class StreamedBatches : public CheckedBatches {
public:
  StreamedBatches(Fields fields, int all, std::shared_ptr<arrow::ipc::RecordBatchStreamReader> reader)
      : CheckedBatches(std::move(fields), all), reader_(std::move(reader)) {}

private:
  arrow::Result<std::shared_ptr<arrow::RecordBatch>> unchecked() override {
    std::shared_ptr<arrow::RecordBatch> batch;
    ARROW_RETURN_NOT_OK(reader_->ReadNext(&batch));
    return batch;
  }
  std::shared_ptr<arrow::ipc::RecordBatchStreamReader> reader_;
};

class IpcFile : public ArrowFile {
public:
  IpcFile(std::shared_ptr<const FileBytes> bytes, std::size_t memory)
      : memory_(memory), indexed_(bytes->view().starts_with("ARROW1")),
        bytes_(std::make_shared<ArrowBytes>(std::move(bytes))) {}

  Status open() {
    if (indexed_) {
      ARROW_ASSIGN_OR_RAISE(const auto reader, index(Fields({})));
      schema_ = reader->schema();
      ARROW_ASSIGN_OR_RAISE(in_place_, cells_lie_in_place(*reader));
    } else {
      ARROW_ASSIGN_OR_RAISE(const auto reader, stream(Fields({})));
      schema_ = reader->schema();
    }
    return Status::OK();
  }

  const arrow::Schema &schema() const override { return *schema_; }

  bool copies() const override { return indexed_ && !in_place_; }

  // Only the batches themselves know. Reading the first column alone touches little else.
  arrow::Result<std::int64_t> count_rows(const std::vector<int> &places) const override {
    ARROW_ASSIGN_OR_RAISE(const auto all, batches({places.front()}, 0));
    std::int64_t rows = 0;
    while (true) {
      ARROW_ASSIGN_OR_RAISE(const auto batch, all->Next());
      if (batch == nullptr) return rows;
      if (batch->num_rows() > INT64_MAX - rows) return Status::Invalid("rows that nobody can count");
      rows += batch->num_rows();
    }
  }

  arrow::Result<std::shared_ptr<arrow::RecordBatchReader>>
  batches(const std::vector<int> &places, std::int64_t /*most_rows*/) const override {
    Fields fields(places);
    if (indexed_) {
      ARROW_ASSIGN_OR_RAISE(auto reader, index(in_place_ ? Fields({}) : fields));
      return std::make_shared<IndexedBatches>(std::move(fields), schema_->num_fields(), std::move(reader));
    }
    ARROW_ASSIGN_OR_RAISE(auto reader, stream(fields));
    return std::make_shared<StreamedBatches>(std::move(fields), schema_->num_fields(), std::move(reader));
  }

private:
  // Whether cells are not compressed, by the first batch that has any. Arrow copies a batch of
  // which it is to read some columns only, so then all of them are read: it costs nothing.
  arrow::Result<bool> cells_lie_in_place(arrow::ipc::RecordBatchFileReader &reader) const {
    for (int i = 0; i < reader.num_record_batches(); ++i) {
      ARROW_ASSIGN_OR_RAISE(const auto batch, reader.ReadRecordBatch(i));
      for (const auto &column : batch->columns())
        for (const auto &buffer : column->data()->buffers)
          if (buffer != nullptr && buffer->size() > 0)
            return buffer->address() - bytes_->address() < static_cast<std::uintptr_t>(bytes_->size());
    }
    return false;
  }

  arrow::Result<std::shared_ptr<arrow::ipc::RecordBatchFileReader>> index(const Fields &fields) const {
    return arrow::ipc::RecordBatchFileReader::Open(std::make_shared<arrow::io::BufferReader>(bytes_),
                                                   how(memory_, fields));
  }
  arrow::Result<std::shared_ptr<arrow::ipc::RecordBatchStreamReader>> stream(const Fields &fields) const {
    return arrow::ipc::RecordBatchStreamReader::Open(std::make_shared<arrow::io::BufferReader>(bytes_),
                                                     how(memory_, fields));
  }

  ArrowMemory memory_;
  bool indexed_, in_place_ = false;
  std::shared_ptr<ArrowBytes> bytes_;
  std::shared_ptr<arrow::Schema> schema_;
};

} // namespace

Result<Table> read_arrow(std::shared_ptr<const FileBytes> file, const std::string &source,
                         const ReadOptions &options) {
  return arrow_table({file, source, "an .arrow file"}, options,
                     [&]() -> arrow::Result<std::shared_ptr<const ArrowFile>> {
                       const auto opened = std::make_shared<IpcFile>(file, options.memory);
                       ARROW_RETURN_NOT_OK(opened->open());
                       return opened;
                     });
}

} // namespace poise::internal
