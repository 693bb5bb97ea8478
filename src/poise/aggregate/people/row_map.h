// A public map of rows of doubles: around a centre, in units of their own, turned along a few directions.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace poise::internal {

// y_j = (x_j - centre_j) * gain_j, and fill_j for a gap; cut off at reach_j to either side, or at 2^100, so
// that nothing overflows. Then, for each direction k in its order, t_k = along_k . y of that first y, and
// y + sum_k t_k into_k. With `squares`, instead, y_j^2 or `most`, whichever is less.
//
// All of it released or public by the time it is used.
struct RowMap {
  std::vector<double> centre, gain; // one a column; gains are not negative
  std::vector<double> reach = {};   // none, or one a column; positive
  std::vector<double> fill = {};    // none: zeros; or one a column, within reach
  std::vector<double> along = {};   // as many rows of columns as there are directions
  std::vector<double> into = {};    // as many
  bool squares = false;             // for maps without directions
  double most = std::numeric_limits<double>::infinity();

  std::size_t columns() const { return centre.size(); }
  std::size_t directions() const { return centre.empty() ? 0 : along.size() / centre.size(); }
};

} // namespace poise::internal
