// From where rows are looked at, and in which units, before they are clipped and summed.
#pragma once

#include "poise/aggregate/people/row_map.h"
#include "poise/base/result.h"
#include "poise/estimate/poise/known_columns.h"
#include "poise/estimate/poise/locate.h"
#include "poise/estimate/poise/poise_run.h"

namespace poise::internal {

// y = K (x - centre) / scale, where K is the identity but for some directions p_k, which it shortens to f_k
// of what they were. Noise is alike in all directions of y; errors count in units of `metric`, column by
// column.
class Frame {
public:
  // Cells further than `reach` from the centre are cut off there; none: at no place.
  Frame(std::vector<double> centre, std::vector<double> scale, std::vector<double> metric,
        std::vector<double> reach = {});
  Frame turned(std::vector<double> directions, std::vector<double> shortened) const; // p_k row by row, f_k

  std::size_t columns() const { return scale_.size(); }
  const std::vector<double> &centre() const { return centre_; }
  const std::vector<double> &scale() const { return scale_; }
  RowMap map() const;
  // How far out a cell may be of columns that are not looked at any further; 0 where there are none.
  double furthest_cell() const;

  std::vector<double> into(std::span<const double> x) const; // a difference of rows as one of y
  std::vector<double> back(std::span<const double> y) const; // and back
  double variance(std::size_t column) const;                 // in x, for noise of variance 1 in y

  double error(std::span<const double> y) const;          // squared, in units of the metric
  double noise_error() const { return noise_error_; }     // of noise of variance 1 in y
  double effective_columns() const { return effective_; } // as many as would vary by as much, if alike
  double largest_error() const { return largest_error_; } // of a y of length 1, or more

private:
  std::vector<double> centre_, scale_, metric_, reach_;
  std::vector<double> directions_, shortened_;
  double noise_error_, effective_, largest_error_;
  void measure();
};

// What the mean of rows filled up with the centre is in y, before it is clipped: a frame and what is known.
struct Recentred {
  Frame frame;
  double energy;              // mean square of the length of y
  double centre_error;        // of the centre, squared, in units of the metric
  std::vector<double> spread; // of every column
  std::vector<double> moved;  // how the centre moved, in x; empty where that is mostly noise
};

// PROMISE  Released by mechanisms alone, each given its part of the budget.
// WHY      Sees rows through aggregates alone.
// CHECKED  tests/estimate/poise_steps_test.cpp
//
// The centre moves to the mean, roughly: two clusters have their radius halved, skewed columns theirs cut
// by a fifth. Then directions in which rows vary most are shortened, if that is found to help.
Result<Recentred> recentre(PoiseRun &poise, const Location &location, const std::vector<double> &spread,
                           const KnownColumns &known);
Result<Recentred> turn(PoiseRun &poise, Recentred seen);

} // namespace poise::internal
