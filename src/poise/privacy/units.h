// Units of privacy loss as exact numbers: Rho (zCDP), Epsilon (pure DP), Delta.
#pragma once

#include "poise/base/exact.h"
#include "poise/base/result.h"

#include <concepts>
#include <string>
#include <string_view>
#include <utility>

namespace poise::internal {

// What sets one unit apart from another: its name and the values it may take.
struct RhoKind;
struct EpsilonKind;
struct DeltaKind;

// An exact positive rational with a unit. There is no way in from a double:
// 0.1 is one tenth, not the nearest binary fraction. There is no conversion
// between units either: a conversion is a theorem and has a name.
//
// Rho and Epsilon are at most 1e9, Delta is below 1. What a person types must also
// be at least 1e-100, since anything smaller is a slip; what we compute need only be
// positive, so that a share of a grant, however thin, is always a valid amount.
template <class Kind> class Quantity {
public:
  // Decimal text such as "0.5", "1e-9" or ".25", or a fraction such as "1/3".
  static Result<Quantity> parse(std::string_view text);

  template <std::integral N, std::integral D> static Result<Quantity> ratio(N numerator, D denominator) {
    return of_fraction(to_integer(static_cast<Int128>(numerator)),
                       to_integer(static_cast<Int128>(denominator)));
  }

  static Result<Quantity> of(const Rational &exact);
  template <std::floating_point F> static Result<Quantity> of(F) = delete; // Rational would take it

  // The smallest amount that parse accepts. Conversions whose true answer is smaller
  // (or zero) report this instead: a weaker claim is still true.
  static Quantity smallest();

  const Rational &exact() const { return exact_; }

  // For people and plots only: the nearest double.
  double display() const;

  // A finite decimal where there is a short one ("0.125", "1e-9"), otherwise a fraction ("1/3").
  std::string text() const;

  friend bool operator==(const Quantity &a, const Quantity &b) { return a.exact_ == b.exact_; }
  friend bool operator<(const Quantity &a, const Quantity &b) { return a.exact_ < b.exact_; }
  friend bool operator<=(const Quantity &a, const Quantity &b) { return a.exact_ <= b.exact_; }

private:
  explicit Quantity(Rational exact) : exact_(std::move(exact)) {}
  static Result<Quantity> of_fraction(const Integer &numerator, const Integer &denominator);
  Rational exact_;
};

using Rho = Quantity<RhoKind>;
using Epsilon = Quantity<EpsilonKind>;
using Delta = Quantity<DeltaKind>;

extern template class Quantity<RhoKind>;
extern template class Quantity<EpsilonKind>;
extern template class Quantity<DeltaKind>;

} // namespace poise::internal
