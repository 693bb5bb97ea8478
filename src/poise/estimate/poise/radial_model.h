// How the lengths of rows are spread, by a few radii and how many rows are beyond each.
#pragma once

#include <span>
#include <vector>

namespace poise::internal {

// Between two radii the logarithm of the share beyond falls evenly with that of the radius; after the last
// it falls ever faster, or at least as fast, down to a tenth of a row. A guess for choosing by, and for
// intervals: privacy does not lean on it.
class RadialModel {
public:
  // Beyond the last radius with a share, shares fall at least as this power of the radius. Where they hardly
  // fell between the last two, these are around a gap between rows and rows, and say nothing of what is
  // beyond: as that other power, then.
  struct TailPowers {
    double least, after_gap;
  };
  // Radii rise; shares fall, if not strictly; of so many rows. There may be more radii than shares.
  RadialModel(std::span<const double> radius, std::span<const double> beyond, double rows,
              const TailPowers &powers);

  // Of shell k, between radii k and k + 1: how much of the mean row is there at most, if all point the
  // same way; and what part of the mean it takes along.
  double excess(std::size_t k) const { return excess_[k]; }
  double share(std::size_t k) const { return share_[k]; }
  // The same of what is beyond the last radius.
  double tail_excess() const { return tail_excess_; }
  double tail_share() const { return tail_share_; }
  // The mean square of what rows have beyond radius k, divided by their number: how far the sum moves if
  // each points somewhere else.
  double square(std::size_t k) const { return square_[k]; }

private:
  std::vector<double> excess_, share_, square_;
  double tail_excess_ = 0, tail_share_ = 0;
};

} // namespace poise::internal
