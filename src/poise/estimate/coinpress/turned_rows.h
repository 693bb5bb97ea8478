// Rows times a public matrix of real numbers, on a grid of their own.
#pragma once

#include "poise/base/result.h"
#include "poise/grid/grid_rows.h"

#include <Eigen/Core>
#include <memory>

namespace poise::internal {

struct TurnedRows {
  std::shared_ptr<const GridRows> rows;
  Eigen::MatrixXd matrix; // the one really used: that asked for, rounded to what integers can do
};

// PROMISE  Every row x of the grid, in its numbers, becomes x * matrix with `fineness` cells
//          to 1, rounded to the nearest cell; one row becomes one row.
// WHY      multiplied_rows, with an integer matrix that has the 30 leading bits of the largest entry.
// CHECKED  tests/estimate/coinpress_mean_test.cpp
Result<TurnedRows> turned_rows(std::shared_ptr<const GridRows> rows, double step,
                               const Eigen::MatrixXd &matrix, double fineness);

} // namespace poise::internal
