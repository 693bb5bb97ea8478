// Every aggregate from its definition, in big integers and without haste: what the fast ones must equal.
#pragma once

#include "poise/aggregate/kernel/row_norms.h"
#include "poise/base/exact.h"

#include <bit>
#include <span>
#include <vector>

namespace poise::internal::naive {

template <class T> Integer exactly(T value) { return to_integer(Int128{value}); }

template <class T> std::vector<T> hadamard(std::span<const T> row) {
  std::vector<T> result;
  for (std::size_t i = 0; i < row.size(); ++i) {
    Int128 total = 0;
    for (std::size_t j = 0; j < row.size(); ++j)
      total += std::popcount(i & j) % 2 == 0 ? Int128{row[j]} : -Int128{row[j]};
    result.push_back(static_cast<T>(total));
  }
  return result;
}

template <class T> std::vector<T> rotated(std::span<const T> row, std::span<const std::uint64_t> sign_bits) {
  std::vector<T> padded(row.begin(), row.end());
  for (std::size_t j = 0; j < row.size(); ++j)
    if ((sign_bits[j / 64] >> (j % 64)) % 2 == 1) padded[j] = static_cast<T>(-padded[j]);
  while (!std::has_single_bit(padded.size())) padded.push_back(0);
  return hadamard(std::span<const T>(padded));
}

template <class T>
std::vector<std::uint64_t> counts_at_or_below(std::span<const T> cells, std::size_t columns,
                                              std::span<const T> thresholds) {
  std::vector<std::uint64_t> counts(thresholds.size());
  for (std::size_t i = 0; i < thresholds.size(); ++i)
    for (std::size_t at = i % columns; at < cells.size(); at += columns)
      if (!(cells[at] > thresholds[i])) ++counts[i];
  return counts;
}

// One list a column: the cells above its low and not above its high.
template <class T>
std::vector<std::vector<T>> inside(std::span<const T> cells, std::size_t columns, std::span<const T> lows,
                                   std::span<const T> highs) {
  std::vector<std::vector<T>> lists(columns);
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (lows[i % columns] < cells[i] && cells[i] <= highs[i % columns])
      lists[i % columns].push_back(cells[i]);
  return lists;
}

template <class T> Integer norm(Norm norm, std::span<const T> row) {
  Integer total = 0;
  for (const T cell : row)
    total += norm == Norm::l1 ? Integer(abs(exactly(cell))) : Integer(exactly(cell) * exactly(cell));
  return total;
}

template <class T> std::vector<T> clipped(Norm which, const Integer &limit, std::span<const T> row) {
  const Integer size = norm(which, row);
  std::vector<T> result(row.begin(), row.end());
  if (size <= limit) return result;
  for (T &cell : result) {
    const Integer x = abs(exactly(cell));
    const Integer y = which == Norm::l1 ? Integer(x * limit / size) : isqrt(x * x * limit / size);
    cell = static_cast<T>(to_int128(cell < 0 ? Integer(-y) : y));
  }
  return result;
}

// The first radius that is not below the value.
inline std::size_t bucket(std::span<const Integer> radii, const Integer &value, bool squared) {
  std::size_t i = 0;
  while (i < radii.size() && (squared ? Integer(radii[i] * radii[i]) : radii[i]) < value) ++i;
  return i;
}

} // namespace poise::internal::naive
