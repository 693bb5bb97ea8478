// How a claim is judged against the truth: never on the wrong side, hardly beside it.
#pragma once

#include "poise/privacy/exact_text.h"

#include <gtest/gtest.h>
#include <string_view>

namespace poise::internal {

inline Rational number(std::string_view text) { return read_exact(text).value(); }

// The reference has 45 digits, so its own rounding stays far below this.
inline const Rational &reference_error() {
  static const Rational error = number("1e-40");
  return error;
}

inline ::testing::AssertionResult is_just_above(const Rational &claim, const Rational &truth,
                                                const Rational &slack = number("1e-15")) {
  if (claim < truth * (1 - reference_error()))
    return ::testing::AssertionFailure() << claim.get_d() << " over-claims: the truth is " << truth.get_d();
  if (claim > truth * (1 + slack))
    return ::testing::AssertionFailure() << claim.get_d() << " is far above " << truth.get_d();
  return ::testing::AssertionSuccess();
}

inline ::testing::AssertionResult is_just_below(const Rational &claim, const Rational &truth,
                                                const Rational &slack = number("1e-15")) {
  if (claim > truth * (1 + reference_error()))
    return ::testing::AssertionFailure() << claim.get_d() << " over-claims: the truth is " << truth.get_d();
  if (claim < truth * (1 - slack))
    return ::testing::AssertionFailure() << claim.get_d() << " is far below " << truth.get_d();
  return ::testing::AssertionSuccess();
}

} // namespace poise::internal
