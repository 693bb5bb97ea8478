// Clipping a row into a ball, in integers, never beyond the radius.
#pragma once

#include "poise/aggregate/kernel/row_norms.h"

namespace poise::internal {

// All rows whose l1-norm, or squared l2-norm, is at most a public limit.
class Ball {
public:
  static Ball l1(const Integer &radius);
  static Ball l2(const Integer &squared_radius);

  Norm norm() const { return norm_; }
  const Integer &limit() const { return limit_; } // the radius (l1) or its square (l2)
  bool contains(const UInt192 &norm_of_row) const { return norm_of_row <= reach_; }

private:
  Ball(Norm norm, const Integer &limit);

  Norm norm_;
  Integer limit_;
  UInt192 reach_; // the limit; where it has more than 192 bits, no row is outside
};

// PROMISE  For a row of norm S (squared, for l2) outside a ball of limit Q, a cell of magnitude m becomes
//          floor(m * Q / S) for l1 and isqrt(floor(m^2 * Q / S)) for l2: the largest y with y * S <= m * Q,
//          or y^2 * S <= m^2 * Q. Summed over the row, the result is in the ball; it points the same way.
// WHY      Sum y <= Q/S * sum m = Q, and sum y^2 <= Q/S * sum m^2 = Q. Fast: with r = Q/S or sqrt(Q/S) < 1
//          and ratio = floor(2^128 * r), the wanted floor(m * r) lies between floor(m * ratio / 2^128)
//          and floor(m * (ratio + 1) / 2^128); where those differ, the inequality itself decides, in
//          big integers. m < 2^64, so m * ratio < 2^192 is three words.
// CHECKED  tests/aggregate/clip_test.cpp
class Shrink {
public:
  Shrink(const Ball &ball, const UInt192 &norm_of_row);

  std::uint64_t operator()(std::uint64_t magnitude) const {
    const UInt128 low = UInt128{magnitude} * static_cast<std::uint64_t>(ratio_);
    const UInt128 high = UInt128{magnitude} * static_cast<std::uint64_t>(ratio_ >> 64) + (low >> 64);
    const auto shrunk = static_cast<std::uint64_t>(high >> 64);
    const UInt128 rest = (high << 64) + static_cast<std::uint64_t>(low);
    return rest + magnitude < magnitude ? decide(magnitude, shrunk + 1) : shrunk;
  }
  std::int32_t cell(std::int32_t cell) const {
    return static_cast<std::int32_t>(this->cell(std::int64_t{cell}));
  }
  std::int64_t cell(std::int64_t cell) const {
    const auto bits = static_cast<std::uint64_t>(cell);
    // r < 1, so the result is below 2^63 even for -2^63.
    return cell < 0 ? -static_cast<std::int64_t>((*this)(0 - bits))
                    : static_cast<std::int64_t>((*this)(bits));
  }

private:
  // `candidate` where it satisfies the inequality, else one less.
  std::uint64_t decide(std::uint64_t magnitude, std::uint64_t candidate) const;

  Norm norm_;
  Integer limit_;
  Integer norm_of_row_;
  UInt128 ratio_;
};

// PROMISE  Of 32-bit cells, and norms S and limits Q < S below 2^64, the same as Shrink, in machine words.
// WHY      With r as above and ratio = floor(2^32 * r), and m <= 2^31: floor(m * r) lies between
//          floor(m * ratio / 2^32) and floor(m * (ratio + 1) / 2^32), which is at most one more; where those
//          differ, the inequality decides: m^2 * Q and y^2 * S are below 2^126.
// CHECKED  tests/aggregate/clip_test.cpp
class ShortShrink {
public:
  ShortShrink(Norm norm, std::uint64_t limit, std::uint64_t norm_of_row);

  std::int32_t cell(std::int32_t cell) const {
    const std::int64_t wide = cell;
    const auto magnitude = static_cast<std::uint64_t>(wide < 0 ? -wide : wide);
    const std::uint64_t product = magnitude * ratio_, rest = product & 0xffffffff;
    std::uint64_t shrunk = product >> 32;
    if (rest + magnitude > 0xffffffff && holds(magnitude, shrunk + 1)) ++shrunk;
    return static_cast<std::int32_t>(wide < 0 ? -static_cast<std::int64_t>(shrunk)
                                              : static_cast<std::int64_t>(shrunk));
  }

private:
  bool holds(std::uint64_t magnitude, std::uint64_t candidate) const {
    if (norm_ == Norm::l1) return UInt128{candidate} * norm_of_row_ <= UInt128{magnitude} * limit_;
    return UInt128{candidate} * candidate * norm_of_row_ <= UInt128{magnitude} * magnitude * limit_;
  }

  Norm norm_;
  std::uint64_t limit_;
  std::uint64_t norm_of_row_;
  std::uint64_t ratio_; // below 2^32
};

// The row itself when it is in the ball; otherwise every cell shrunk as above.
void clip_row(const Ball &ball, std::span<std::int32_t> row);
void clip_row(const Ball &ball, std::span<std::int64_t> row);

} // namespace poise::internal
