// Blocks of integers for properties: everyday ones, the largest ones, and many ties.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <rapidcheck.h>
#include <span>
#include <vector>

namespace poise::internal {

template <class T> rc::Gen<T> any_cell() {
  constexpr T least = std::numeric_limits<T>::min(), most = std::numeric_limits<T>::max();
  return rc::gen::weightedOneOf<T>(
      {{4, rc::gen::resize(1000, rc::gen::arbitrary<T>())},
       {2, rc::gen::inRange<T>(-3, 4)},
       {1, rc::gen::elementOf(std::vector<T>{least, least + 1, most, most - 1, 0})}});
}

// Cells from a few random words: quick for blocks of any size.
template <class T> std::vector<T> many_cells(std::size_t size, T bound) {
  std::uint64_t state = *rc::gen::arbitrary<std::uint64_t>() | 1;
  std::vector<T> cells(size);
  for (T &cell : cells) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    const auto span = 2 * static_cast<std::uint64_t>(bound) + 1;
    cell = static_cast<T>(static_cast<std::int64_t>((state >> 11) % span) - static_cast<std::int64_t>(bound));
  }
  return cells;
}

template <class T> struct Block {
  std::size_t columns;
  std::vector<T> cells;

  std::size_t rows() const { return cells.size() / columns; }
  std::span<const T> all() const { return cells; }
  std::span<const T> row(std::size_t i) const { return all().subspan(i * columns, columns); }
};

template <class T> Block<T> any_block(std::size_t most_rows = 40, std::size_t most_columns = 70) {
  const auto columns = *rc::gen::inRange<std::size_t>(1, most_columns + 1);
  const auto rows = *rc::gen::inRange<std::size_t>(0, most_rows + 1);
  Block<T> block{columns, many_cells<T>(rows * columns, *rc::gen::elementOf(std::vector<T>{
                                                            2, 1000, std::numeric_limits<T>::max() / 2}))};
  const auto special = *rc::gen::container<std::vector<T>>(any_cell<T>());
  for (const T cell : special)
    if (!block.cells.empty()) block.cells[*rc::gen::inRange<std::size_t>(0, block.cells.size())] = cell;
  return block;
}

// The block cut into pieces of whole rows.
template <class T> std::vector<std::span<const T>> any_cut(const Block<T> &block) {
  auto cuts =
      *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, block.rows() + 1));
  cuts.push_back(block.rows());
  std::sort(cuts.begin(), cuts.end());
  std::vector<std::span<const T>> pieces;
  std::size_t first = 0;
  for (const std::size_t cut : cuts) {
    pieces.push_back(block.all().subspan(first * block.columns, (cut - first) * block.columns));
    first = cut;
  }
  return pieces;
}

} // namespace poise::internal
