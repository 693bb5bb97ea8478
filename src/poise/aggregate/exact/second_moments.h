// The sum over all rows of their products column by column, each row clipped into a public ball first.
#pragma once

#include "poise/aggregate/exact/exact_sum.h"
#include "poise/aggregate/kernel/clip.h"
#include "poise/base/result.h"
#include "poise/grid/grid_rows.h"

namespace poise::internal {

// PROMISE  The exact sum over rows of c c', c being the row clipped as clip_row does into an l2 ball of
//          squared radius Q: the upper triangle, row by row, (0,0), (0,1), ..., (0,d-1), (1,1), ... Replacing
//          one row moves it by at most sqrt(2) Q in l2-norm and sqrt(d (d+1)) Q, rounded up, in l1-norm.
// WHY      |x x' - y y'|^2 = |x|^4 + |y|^4 - 2 (x.y)^2 <= 2 Q^2 over all of the matrix, so over its triangle;
//          the l1-norm of d (d+1) / 2 numbers is at most the root of that times the l2-norm.
//          No overflow: |c_i c_j| <= min(Q, bound^2), and rows times that is at most 2^124, or an Error.
// CHECKED  tests/aggregate/second_moments_test.cpp
class SecondMoments {
public:
  // Every worker holds a triangle: 16 bytes for each pair of columns.
  static constexpr std::size_t most_columns = std::size_t{1} << 13;

  static Result<ExactSum> of(const GridRows &rows, const Ball &ball, const RunOptions &run = {});
};

} // namespace poise::internal
