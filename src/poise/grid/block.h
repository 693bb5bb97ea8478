// A few rows of small integers, as one worker sees them during a pass.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>

namespace poise::internal {

// Row by row, without gaps.
template <class T> struct DenseBlock {
  using Cell = T;
  std::span<const T> cells;
  std::size_t columns;

  std::size_t rows() const { return cells.size() / columns; }
  std::span<const T> row(std::size_t i) const { return cells.subspan(i * columns, columns); }
};

// Compressed rows: the entries of row r are [starts[r] - starts[0], starts[r + 1] - starts[0]), their
// places rising. A cell that is not named has the value GridRows::elsewhere() says.
template <class T> struct SparseBlock {
  using Cell = T;
  std::span<const std::uint64_t> starts; // one more than there are rows
  std::span<const std::uint32_t> places;
  std::span<const T> values;
  std::size_t columns;

  std::size_t rows() const { return starts.size() - 1; }
  std::size_t begin(std::size_t row) const { return starts[row] - starts[0]; }
  std::size_t end(std::size_t row) const { return starts[row + 1] - starts[0]; }
};

using AnyBlock = std::variant<DenseBlock<std::int32_t>, DenseBlock<std::int64_t>, SparseBlock<std::int32_t>,
                              SparseBlock<std::int64_t>>;

} // namespace poise::internal
