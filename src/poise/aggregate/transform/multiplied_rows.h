// Rows multiplied by a public matrix of integers, and rounded to the grid.
#pragma once

#include "poise/base/result.h"
#include "poise/grid/grid_rows.h"

#include <vector>

namespace poise::internal {

// Row by row: what input column j adds to output column k is entries[j * columns_out + k].
struct IntegerMatrix {
  std::size_t columns_in;
  std::size_t columns_out;
  std::vector<std::int64_t> entries;

  std::int64_t at(std::size_t in, std::size_t out) const { return entries[in * columns_out + out]; }
};

// PROMISE  Every row x becomes the row y with y_k = the integer nearest to (sum_j x_j * matrix[j][k]) /
//          2^shift, halves away from zero, exactly. The bound is the largest such number of any row within
//          the old bound. Sparse rows become dense.
// WHY      |sum_j x_j m_jk| <= bound * sum_j |m_jk|, which a row reaches, and rounding is monotone. No sum,
//          not even of a part, exceeds that: it is taken in 64 bits where that is below 2^62, otherwise in
//          128 bits, or 64 bits for each of a few digits of the cells. The matrix is public and chosen
//          without looking at the rows.
// CHECKED  tests/aggregate/multiplied_rows_test.cpp
//
// Rows are multiplied anew in every pass, a few at a time. An Error when the new cells would outgrow 2^62, or
// the sums 2^126.
Result<std::shared_ptr<const GridRows>> multiplied_rows(std::shared_ptr<const GridRows> rows,
                                                        const IntegerMatrix &matrix, unsigned shift);

} // namespace poise::internal
