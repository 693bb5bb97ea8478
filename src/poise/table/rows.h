// Views of raw rows: dense cells of one type, columns that lie apart, or sparse rows of a few.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <variant>

namespace poise::internal {

static_assert(std::endian::native == std::endian::little, "poise: files and rows are little-endian");

// Cells of one type at regular steps, wherever they lie and however they are aligned.
template <class T> class DenseRows {
public:
  // Row by row, without gaps.
  DenseRows(const T *cells, std::size_t rows, std::size_t columns)
      : DenseRows(reinterpret_cast<const std::byte *>(cells), rows, columns, columns * sizeof(T), sizeof(T)) {
  }

  // Steps in bytes. Picks are places of columns, and the view has those alone; none
  // means all of them in their order.
  DenseRows(const std::byte *cells, std::size_t rows, std::size_t columns, std::size_t row_step,
            std::size_t column_step, std::span<const std::size_t> picks = {})
      : cells_(cells), rows_(rows), columns_(picks.empty() ? columns : picks.size()), row_step_(row_step),
        column_step_(column_step), picks_(picks) {}

  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }

  T at(std::size_t row, std::size_t column) const {
    const std::size_t place = picks_.empty() ? column : picks_[column];
    return load(cells_ + row * row_step_ + place * column_step_);
  }

  // Without gaps, cell i stands in row i / columns and column i % columns.
  bool without_gaps() const {
    return picks_.empty() && column_step_ == sizeof(T) && row_step_ == columns_ * sizeof(T);
  }
  T without_gaps_at(std::size_t i) const { return load(cells_ + i * sizeof(T)); }

  // The cells as an array; nothing when they have gaps or are not aligned.
  const T *aligned_cells() const {
    const bool aligned = reinterpret_cast<std::uintptr_t>(cells_) % alignof(T) == 0;
    return aligned && without_gaps() ? reinterpret_cast<const T *>(cells_) : nullptr;
  }

  // Whether it is cheaper to walk down a column than along a row.
  bool column_by_column() const { return row_step_ < column_step_; }

  // One column alone.
  DenseRows only(std::size_t column) const {
    DenseRows result = *this;
    result.cells_ += (picks_.empty() ? column : picks_[column]) * column_step_;
    result.columns_ = 1;
    result.column_step_ = sizeof(T);
    result.picks_ = {};
    return result;
  }

  DenseRows slice(std::size_t first, std::size_t last) const {
    DenseRows result = *this;
    result.cells_ += first * row_step_;
    result.rows_ = last - first;
    return result;
  }

private:
  static T load(const std::byte *from) {
    T cell;
    std::memcpy(&cell, from, sizeof(T));
    return cell;
  }

  const std::byte *cells_;
  std::size_t rows_, columns_, row_step_, column_step_;
  std::span<const std::size_t> picks_;
};

// Compressed rows: row r has the entries [starts[r], starts[r + 1]), its columns rising.
// Every cell that is not named is zero. Without values, every entry is a one; only the format says whether
// there can be values, as rows without entries have none either way.
struct SparseRows {
  std::span<const std::uint64_t> starts; // one more than there are rows
  std::span<const std::uint32_t> places; // columns of the entries of all rows
  std::span<const double> values;        // one per place, or none
  std::size_t width;
  bool only_ones = false; // by the format: there are never values

  std::size_t rows() const { return starts.size() - 1; }
  std::size_t columns() const { return width; }
  double value(std::size_t entry) const { return values.empty() ? 1.0 : values[entry]; }
  SparseRows slice(std::size_t first, std::size_t last) const {
    return {starts.subspan(first, last - first + 1), places, values, width, only_ones};
  }
};

// One column that lies by itself. A bitmap, where there is one, says which cells are
// there (bit `first_bit` + row, from the lowest on); the others are missing.
struct Column {
  std::variant<const double *, const float *, const std::int64_t *, const std::int32_t *,
               const std::int16_t *, const std::int8_t *, const std::uint64_t *, const std::uint32_t *,
               const std::uint16_t *, const std::uint8_t *>
      cells;
  const std::uint8_t *present = nullptr;
  std::size_t first_bit = 0;

  bool missing(std::size_t row) const {
    const std::size_t bit = first_bit + row;
    return present != nullptr && (present[bit / 8] >> (bit % 8) & 1) == 0;
  }
};

// Columns that lie apart, each of its own type.
struct ColumnRows {
  std::span<const Column> parts; // one a column
  std::size_t first, last;       // the rows of this view, counted from the start of the columns

  std::size_t rows() const { return last - first; }
  std::size_t columns() const { return parts.size(); }
  ColumnRows slice(std::size_t from, std::size_t to) const { return {parts, first + from, first + to}; }
};

using Rows =
    std::variant<DenseRows<double>, DenseRows<float>, DenseRows<std::int64_t>, DenseRows<std::int32_t>,
                 DenseRows<std::int16_t>, DenseRows<std::int8_t>, DenseRows<std::uint32_t>,
                 DenseRows<std::uint16_t>, DenseRows<std::uint8_t>, ColumnRows, SparseRows>;

inline std::size_t count_rows(const Rows &rows) {
  return std::visit([](const auto &view) { return view.rows(); }, rows);
}
inline std::size_t count_columns(const Rows &rows) {
  return std::visit([](const auto &view) { return view.columns(); }, rows);
}
inline Rows slice(const Rows &rows, std::size_t first, std::size_t last) {
  return std::visit([&](const auto &view) { return Rows(view.slice(first, last)); }, rows);
}

} // namespace poise::internal
