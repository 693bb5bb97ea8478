// One reading to learn the shape, and one for every pass.
#include "poise/table/csv/csv_stream.h"

#include "poise/table/csv/csv_rows.h"
#include "poise/table/file_windows.h"
#include "poise/table/people_numbers.h"

#include <algorithm>
#include <array>

namespace poise::internal {
namespace {

// All that stays between passes.
struct CsvShape {
  std::shared_ptr<const OpenFile> file;
  char separator;
  StreamSizes sizes;
  CsvHeader header;  // with the columns that are shown
  std::size_t start; // of the rows in the file
  std::size_t rows;
  PeopleNumbers people;
};

class CsvPass : public RowPass {
public:
  explicit CsvPass(std::shared_ptr<const CsvShape> shape)
      : shape_(std::move(shape)), windows_(shape_->file, shape_->start, shape_->sizes),
        records_(windows_, shape_->separator), rows_(records_, shape_->header), met_(shape_->people) {}

  Result<std::optional<Chunk>> next() override {
    const std::size_t width = shape_->header.places.size();
    const std::size_t most = rows_of_chunk(shape_->sizes, width * sizeof(double));
    cells_.clear();
    people_.clear();
    std::size_t count = 0;
    for (; count < most; ++count) {
      const CsvRows::Next next = rows_.next();
      if (next == CsvRows::Next::end) break;
      // It was good when the file was opened.
      if (next == CsvRows::Next::bad) return records_.failed() ? records_.error() : changed();
      for (std::size_t i = 0; i < width; ++i) cells_.push_back(rows_.cell(i).value);
      if (!shape_->header.unit) continue;
      const auto person = met_.number(rows_.id());
      if (!person) return changed();
      people_.push_back(*person);
    }
    seen_ += count;
    if (seen_ > shape_->rows || (count < most && seen_ != shape_->rows)) return changed();
    if (count == 0) return std::optional<Chunk>();
    return std::optional<Chunk>({DenseRows<double>(cells_.data(), count, width), people_});
  }

private:
  Error changed() const { return shape_->file->changed_error(); }

  std::shared_ptr<const CsvShape> shape_;
  FileWindows windows_;
  CsvRecords records_;
  CsvRows rows_;
  KnownPeople met_;
  std::vector<double> cells_;
  std::vector<std::uint64_t> people_;
  std::size_t seen_ = 0;
};

class CsvStream : public RowSource {
public:
  explicit CsvStream(std::shared_ptr<const CsvShape> shape) : shape_(std::move(shape)) {}

  std::unique_ptr<RowPass> pass() const override { return std::make_unique<CsvPass>(shape_); }
  bool keeps_rows() const override { return false; }

private:
  std::shared_ptr<const CsvShape> shape_;
};

Result<std::size_t> skip_marks_of(const OpenFile &file, const ReadOptions &options) {
  std::array<char, most_looked_at> first{};
  const std::size_t size = std::min(first.size(), file.size());
  if (const auto error = file.read(0, std::span(first).first(size))) return *error;
  return skip_marks(std::string_view(first.data(), size), file.name(), options);
}

} // namespace

Result<Table> stream_csv(std::shared_ptr<const OpenFile> file, char separator, const ReadOptions &options,
                         const StreamSizes &sizes) {
  const auto marks = skip_marks_of(*file, options);
  if (!marks) return marks.error();
  FileWindows header_windows(file, *marks, sizes), windows(file, *marks, sizes);
  CsvRecords behind_header(header_windows, separator), from_start(windows, separator);
  const auto header = read_csv_header(behind_header, file->name(), options);
  if (!header) return header.error();
  CsvRecords &records = options.no_header ? from_start : behind_header;
  const std::size_t start = options.no_header ? *marks : header_windows.end() - behind_header.rest().size();

  ColumnVotes votes(header->places.size());
  PeopleNumbers people;
  CsvRows rows(records, *header);
  CsvRows::Next next;
  std::size_t count = 0;
  while ((next = rows.next()) == CsvRows::Next::row) {
    std::optional<std::uint64_t> person;
    if (header->unit) person = people.number(rows.id());
    if (!header->wished) rows.vote(votes, person);
    ++count;
  }
  if (next == CsvRows::Next::bad) return rows.error();
  if (count == 0) return no_rows(*header);
  const auto kept = keep_numbers(*header, votes);
  if (!kept) return kept.error();

  const auto shape = std::make_shared<const CsvShape>(CsvShape{
      std::move(file), separator, sizes, keep_columns(*header, *kept), start, count, std::move(people)});
  return Table::from(shape->header.names, shape->rows, std::make_shared<const CsvStream>(shape),
                     header->unit ? std::optional(shape->people.count()) : std::nullopt);
}

} // namespace poise::internal
