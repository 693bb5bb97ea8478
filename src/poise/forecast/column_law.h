// The shape that a forecast takes columns to have: normal, or like exp(s Z).
#pragma once

namespace poise::internal {

// A column with mean 0 and standard deviation 1. skew = 0: normal; s > 0: exp(s Z), Z normal, shifted and
// scaled.
class ColumnLaw {
public:
  explicit ColumnLaw(double skew);

  double skew() const { return skew_; }
  double median() const { return median_; }
  double density_at_median() const { return density_at_median_; }
  double above(double x) const;             // P(X > x)
  double excess_above(double x) const;      // E max(0, X - x)
  double square_above(double x) const;      // E max(0, X - x)^2
  double outside(double c, double r) const; // P(|X - c| > r)
  double cut_off(double c, double r) const; // what cutting off at c - r and c + r does to the mean
  double one_sided() const; // 1 where far tails are above alone, 0 where there are as many below
  double cut_noise(double c, double r) const; // E of what is cut off, squared

private:
  double skew_, mean_ = 0, std_ = 1, median_ = 0, density_at_median_;
};

} // namespace poise::internal
