// Summing in 64 bits within a block of rows, in 128 bits across blocks.
#include "poise/aggregate/column_sums.h"

#include <algorithm>
#include <stdexcept>

namespace poise {
namespace {

// |cell| <= 2^30 and at most 2^32 rows: a block's sum stays within 2^62.
constexpr std::size_t block_rows = std::size_t{1} << 32;
static_assert(Grid::largest_bound <= std::int64_t{1} << 30);

} // namespace

ColumnSums::ColumnSums(const Grid &grid, std::size_t columns) : grid_(grid), totals_(columns) {
  if (columns == 0) throw std::logic_error("poise: a sum needs at least one column");
}

void ColumnSums::add(const GriddedRows &chunk) {
  if (!(chunk.grid() == grid_) || chunk.columns() != totals_.size())
    throw std::logic_error("poise: a chunk must be on the grid of its sum and have the same columns");
  const std::size_t width = totals_.size();
  const std::span<const std::int32_t> cells = chunk.cells(RawKey());
  std::vector<std::int64_t> block(width);
  for (std::size_t first = 0; first < chunk.rows(); first += block_rows) {
    const std::size_t last = std::min(first + block_rows, chunk.rows());
    std::fill(block.begin(), block.end(), 0);
    for (std::size_t row = first; row < last; ++row)
      for (std::size_t column = 0; column < width; ++column) block[column] += cells[row * width + column];
    for (std::size_t column = 0; column < width; ++column) totals_[column] += block[column];
  }
  rows_ += chunk.rows();
}

ExactSum ColumnSums::finish() && {
  const Integer reach = 2 * Integer(grid_.bound());
  const Integer squared_sensitivity = reach * reach * to_integer(std::uint64_t{totals_.size()});
  return ExactSum(rows_, squared_sensitivity, std::move(totals_));
}

} // namespace poise
