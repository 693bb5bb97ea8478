// Interval arithmetic: an enclosure that is certain to contain the true number.
#pragma once

#include "poise/base/exact.h"

#include <mpfi.h>

namespace poise::internal {

// Every operation returns an interval that contains the exact result for every
// choice of points in its arguments (MPFI rounds both ends outwards). The width
// shrinks as the precision grows, which is what lazy refinement relies on.
class Interval {
public:
  Interval(const Rational &value, unsigned precision);
  Interval(const Integer &value, unsigned precision);
  Interval(long value, unsigned precision);
  Interval(const Interval &other);
  Interval(Interval &&other) noexcept;
  Interval &operator=(Interval other) noexcept;
  ~Interval();

  static Interval between(const Rational &low, const Rational &high, unsigned precision);

  unsigned precision() const;

  // The ends, exactly (they are dyadic rationals); an infinite end throws.
  Rational low() const;
  Rational high() const;
  Integer floor_of_low() const;
  Integer ceil_of_high() const;
  bool surely_less(const Interval &other) const { return mpfi_cmp(value_, other.value_) < 0; }
  bool surely_positive() const { return mpfi_is_strictly_pos(value_) > 0; }

  Interval &operator+=(const Interval &other);
  Interval &operator*=(const Interval &other);

  friend Interval operator+(const Interval &a, const Interval &b);
  friend Interval operator-(const Interval &a, const Interval &b);
  friend Interval operator*(const Interval &a, const Interval &b);
  friend Interval operator/(const Interval &a, const Interval &b);
  friend Interval operator-(const Interval &a);

  friend Interval exp(const Interval &a);
  friend Interval expm1(const Interval &a);
  friend Interval log(const Interval &a);
  friend Interval log1p(const Interval &a);
  friend Interval sqrt(const Interval &a);
  friend Interval tanh(const Interval &a);
  friend Interval erfc(const Interval &a);
  // The value times 2^exponent: exact, no widening.
  friend Interval scale(const Interval &a, long exponent);
  friend Interval hull(const Interval &a, const Interval &b);

private:
  explicit Interval(unsigned precision);
  static Interval apply(int (*operation)(mpfi_ptr, mpfi_srcptr), const Interval &a);
  static Interval apply(int (*operation)(mpfi_ptr, mpfi_srcptr, mpfi_srcptr), const Interval &a,
                        const Interval &b);

  mpfi_t value_;
};

} // namespace poise::internal
