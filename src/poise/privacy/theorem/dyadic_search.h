// The best binary fraction that passes a check: how conversions are inverted.
#pragma once

#include "poise/base/exact.h"

#include <functional>
#include <optional>

namespace poise::internal {

using Check = std::function<bool(const Rational &)>;

// PROMISE  A returned number has itself passed the check, whatever the check does.
// WHY      Bisection over powers of two from 2^-2048 to 2^32, then bit by bit below the
//          power found; the answer is always the last number that passed. If the check is
//          monotone (passes for small numbers, or for large ones) no better one exists.
// CHECKED  tests/privacy/dyadic_search_test.cpp
//
// What we may spend has 64 significant bits; what we have spent is named more finely, to 96.
std::optional<Rational> largest_that_passes(const Check &check);
std::optional<Rational> smallest_that_passes(const Check &check);

} // namespace poise::internal
