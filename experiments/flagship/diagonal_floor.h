// What the best sum of clipped rows would err if centre, spreads and radius were known: the yardstick of the
// flagship's table.
#pragma once

#include "poise/random/bits.h"

#include <span>
#include <vector>

namespace poise::internal::experiments {

// A table, and what is known about its columns.
struct KnownTable {
  std::span<const double> cells; // row by row
  std::span<const double> mean;  // of the rows there are
  std::span<const double> std;   // likewise; positive
  bool own_units;                // errors count in these standard deviations

  std::size_t columns() const { return mean.size(); }
  std::size_t rows() const { return cells.size() / mean.size(); }
};

// The centre is the mean of a bootstrap sample, which is as far from the mean of the rows as that is from the
// population's; columns are divided by the power 0 or 1/2 of their standard deviation (in own units: 1); the
// radius is the best of 20 quantiles; all of the budget goes to the sum.
class DiagonalFloor {
public:
  static DiagonalFloor of(const KnownTable &table, Bits &bits);

  // Root mean square error: in l2-norm, or over the columns in their own units.
  double at(double rho) const;

private:
  struct Candidate {
    double squared_bias, squared_noise; // the latter at rho = 1
  };
  static void add_candidates(const KnownTable &table, std::span<const double> centre, double power,
                             std::vector<Candidate> &candidates);

  std::vector<Candidate> candidates_;
};

} // namespace poise::internal::experiments
