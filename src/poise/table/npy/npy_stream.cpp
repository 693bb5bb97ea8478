// Blocks of whole rows, copied into a buffer: a mapping would end the process when somebody cuts the
// file short, and the copy costs less than reading the cells does.
#include "poise/table/npy/npy_stream.h"

#include "poise/table/file_bytes.h"
#include "poise/table/npy/npy_cells.h"
#include "poise/table/people_numbers.h"

#include <algorithm>
#include <numeric>

namespace poise::internal {
namespace {

// Some rows in memory. Of C order whole rows are read; of Fortran order the columns that are
// shown, each a piece of its own, and the unit behind them.
class NpyBlock {
public:
  NpyBlock(const OpenFile &file, const NpyCells &cells) : file_(file), cells_(cells) {
    if (!cells.header.fortran_order) return;
    gathered_ = cells.picks;
    if (gathered_.empty()) {
      gathered_.resize(cells.header.columns);
      std::iota(gathered_.begin(), gathered_.end(), std::size_t{0});
    }
    if (cells.unit) gathered_.push_back(*cells.unit);
  }

  // Bytes of a row as it lies here.
  std::size_t row_bytes() const { return size() * (gathered_.empty() ? header().columns : gathered_.size()); }

  std::optional<Error> read(std::size_t first, std::size_t count) {
    count_ = count;
    bytes_.resize(count * row_bytes());
    const std::span<char> all(bytes_);
    if (gathered_.empty()) {
      if (const auto error = file_.read(header().data + first * row_bytes(), all)) return error;
    }
    for (std::size_t i = 0; i < gathered_.size(); ++i) {
      const std::size_t from = header().data + (gathered_[i] * header().rows + first) * size();
      if (const auto error = file_.read(from, all.subspan(i * count * size(), count * size()))) return error;
    }
    return file_.changed();
  }

  Rows rows() const {
    if (gathered_.empty())
      return npy_rows(header().type, bytes_.data(), count_, header().columns, steps(), cells_.picks);
    return npy_rows(header().type, bytes_.data(), count_, cells_.names.size(), steps());
  }

  void for_each_person(const std::function<void(RowId)> &use) const {
    const std::size_t place = gathered_.empty() ? cells_.unit.value() : gathered_.size() - 1;
    for_each_id(header().type, bytes_.data() + place * steps().column, count_, steps().row, use);
  }

private:
  const NpyHeader &header() const { return cells_.header; }
  std::size_t size() const { return size_of(header().type); }
  NpySteps steps() const {
    return gathered_.empty() ? NpySteps{row_bytes(), size()} : NpySteps{size(), count_ * size()};
  }

  const OpenFile &file_;
  const NpyCells &cells_;
  std::vector<std::size_t> gathered_; // places of columns; none in C order
  std::size_t count_ = 0;
  std::vector<char> bytes_;
};

// All that stays between passes.
struct NpyShape {
  std::shared_ptr<const OpenFile> file;
  StreamSizes sizes;
  NpyCells cells;
  PeopleNumbers people;
};

class NpyPass : public RowPass {
public:
  explicit NpyPass(std::shared_ptr<const NpyShape> shape)
      : shape_(std::move(shape)), block_(*shape_->file, shape_->cells), met_(shape_->people) {}

  Result<std::optional<Chunk>> next() override {
    const std::size_t left = shape_->cells.header.rows - at_;
    if (left == 0) return std::optional<Chunk>();
    const std::size_t count = std::min(left, rows_of_chunk(shape_->sizes, block_.row_bytes()));
    if (const auto error = block_.read(at_, count)) return *error;
    at_ += count;
    people_.clear();
    if (shape_->cells.unit)
      block_.for_each_person([&](RowId id) {
        if (const auto person = met_.number(id)) people_.push_back(*person);
      });
    if (shape_->cells.unit && people_.size() != count) return shape_->file->changed_error();
    return std::optional<Chunk>({block_.rows(), people_});
  }

private:
  std::shared_ptr<const NpyShape> shape_;
  NpyBlock block_;
  KnownPeople met_;
  std::vector<std::uint64_t> people_;
  std::size_t at_ = 0;
};

class NpyStream : public RowSource {
public:
  explicit NpyStream(std::shared_ptr<const NpyShape> shape) : shape_(std::move(shape)) {}

  std::unique_ptr<RowPass> pass() const override { return std::make_unique<NpyPass>(shape_); }
  bool keeps_rows() const override { return false; }

private:
  std::shared_ptr<const NpyShape> shape_;
};

Result<PeopleNumbers> number_people(const OpenFile &file, NpyCells cells, const StreamSizes &sizes) {
  PeopleNumbers people;
  if (!cells.unit) return people;
  cells.names.resize(1);
  cells.picks = {*cells.unit}; // all that Fortran order needs to read here
  NpyBlock block(file, cells);
  for (std::size_t at = 0; at < cells.header.rows;) {
    const std::size_t count = std::min(cells.header.rows - at, rows_of_chunk(sizes, block.row_bytes()));
    if (const auto error = block.read(at, count)) return *error;
    block.for_each_person([&](RowId id) { people.number(id); });
    at += count;
  }
  return people;
}

} // namespace

Result<Table> stream_npy(std::shared_ptr<const OpenFile> file, const ReadOptions &options,
                         const StreamSizes &sizes) {
  const auto mapped = FileBytes::of(*file); // for the header alone; other pages never come
  if (!mapped) return mapped.error();
  auto cells = choose_npy_cells((*mapped)->view(), file->name(), options);
  if (!cells) return cells.error();
  auto people = number_people(*file, *cells, sizes);
  if (!people) return people.error();
  const auto shape = std::make_shared<const NpyShape>(
      NpyShape{std::move(file), sizes, std::move(*cells), std::move(*people)});
  const bool unit = shape->cells.unit.has_value();
  return Table::from(shape->cells.names, shape->cells.header.rows, std::make_shared<const NpyStream>(shape),
                     unit ? std::optional(shape->people.count()) : std::nullopt);
}

} // namespace poise::internal
