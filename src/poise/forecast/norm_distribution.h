// The distribution of row norms around a centre: what a forecast says about clipping.
#pragma once

#include "poise/forecast/column_law.h"

#include <vector>

namespace poise::internal {

// Rows of independent columns; lengths in l2-norm.
class NormDistribution {
public:
  explicit NormDistribution(const ColumnLaw &law) : law_(law) {}

  // So many columns with this standard deviation and law, whose centre is off their mean by `off`.
  void add(double count, double spread, double off);

  // So many bits, which are `length` with probability `share`, else 0.
  void add_bits(double count, double share, double length);
  void add_centred_bits(double count, double share); // around their mean

  // A shift of all rows together by `off` in l2-norm, in directions that have nothing to do with them.
  void add_shift(double squared_off);

  // Squares that vary by this much more, around the same mean.
  void add_variance(double of_squares) { second_ += of_squares; }

  double above(double r) const;      // the share of rows that are longer
  double length(double share) const; // the one that this share is above
  double typical() const { return length(0.5); }

  // Of rows clipped at r: by what share of itself a row shrinks on average; the mean of what is cut off, and
  // its mean square.
  struct Clipped {
    double shrinkage, excess, square;
  };
  Clipped clipped(double r) const;

private:
  struct Part {
    double count, spread, off;
  };
  double body_above(double square) const;
  double jump_above(double square) const;

  ColumnLaw law_;
  double first_ = 0, second_ = 0, third_ = 0; // cumulants of the squared length, as if columns were normal
  double spread_squares_ = 0, columns_ = 0;
  std::vector<Part> parts_; // for columns with heavy tails, where one cell makes a row long
};

} // namespace poise::internal
