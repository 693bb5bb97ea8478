// Any block as dense rows of a given type, for transforms that have no use for gaps.
#pragma once

#include "poise/grid/block.h"

#include <algorithm>
#include <type_traits>
#include <vector>

namespace poise::internal {

// The cells of rows [first, last) of a block, row by row: the block's own where they are already what is
// wanted, otherwise copied to `scratch`. The type wanted is not narrower than the block's.
template <class Wanted, class T>
std::span<const Wanted> dense_rows_of(const DenseBlock<T> &block, std::span<const std::int64_t>,
                                      std::size_t first, std::size_t last, std::vector<Wanted> &scratch) {
  const auto cells = block.cells.subspan(first * block.columns, (last - first) * block.columns);
  if constexpr (std::is_same_v<Wanted, T>) {
    return cells;
  } else {
    scratch.assign(cells.begin(), cells.end());
    return scratch;
  }
}

template <class Wanted, class T>
std::span<const Wanted> dense_rows_of(const SparseBlock<T> &block,
                                      std::span<const std::int64_t> implicit_values, std::size_t first,
                                      std::size_t last, std::vector<Wanted> &scratch) {
  scratch.assign((last - first) * block.columns, 0);
  for (std::size_t row = first; row < last; ++row) {
    Wanted *cells = scratch.data() + (row - first) * block.columns;
    std::transform(implicit_values.begin(), implicit_values.end(), cells,
                   [](std::int64_t cell) { return static_cast<Wanted>(cell); });
    for (std::size_t i = block.begin(row); i < block.end(row); ++i) cells[block.places[i]] = block.values[i];
  }
  return scratch;
}

} // namespace poise::internal
