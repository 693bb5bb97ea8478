// The sum of all rows, each clipped into a public ball.
#pragma once

#include "poise/aggregate/exact/exact_sum.h"
#include "poise/aggregate/kernel/clip.h"
#include "poise/base/result.h"
#include "poise/grid/grid_rows.h"

namespace poise::internal {

// PROMISE  The exact sum of all rows, each clipped as clip_row does. With C the radius, replacing one
//          row moves it by at most 2C in the ball's norm; in l2-norm by at most 2C either way, in
//          l1-norm by at most 2C (l1) or 2C * sqrt(columns), rounded up (l2). Where no cell is below zero,
//          by at most sqrt(2) C in l2-norm, and so sqrt(2 columns) C in l1-norm (l2).
// WHY      A clipped row is in the ball (clip.h). |x|_2 <= |x|_1 <= sqrt(d) |x|_2. Clipping keeps signs; and
//          |x - y|_2^2 = |x|_2^2 + |y|_2^2 - 2 x.y, where x.y >= 0 if no cell of either is below zero.
//          No overflow: |cell| <= 2^62 and there are fewer than 2^62 rows.
// CHECKED  tests/aggregate/answers_test.cpp
class ClippedSums {
public:
  static Result<ExactSum> of(const GridRows &rows, const Ball &ball, const RunOptions &run = {});
};

} // namespace poise::internal
