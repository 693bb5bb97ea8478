// From an enclosure to a claim: how a formula becomes an exact number that never says too much.
#pragma once

#include "poise/base/interval.h"

#include <functional>
#include <optional>

namespace poise::internal {

// A formula that can be enclosed at any precision.
using Formula = std::function<Interval(unsigned precision)>;

// The formula at a precision where the enclosure is relatively narrower than 2^-104, or at
// the highest we are ready to pay for: then it is wider, and the claim weaker but still true.
Interval enclose(const Formula &formula);

// A number surely not below (above) the enclosed one, and close to it: within a part in 2^95
// above, in 2^62 below. The coarse step down leaves room for the fine one up, so that what we
// may spend, converted back, never reads as more than what was promised. None when the
// enclosure has no end on that side or, for the lower claim, does not show a positive number.
std::optional<Rational> claim_above(const Interval &enclosure);
std::optional<Rational> claim_below(const Interval &enclosure);

// Whether the formula, and also the claim above it, is certainly at most the limit. Raises the
// precision until it knows; says no when it cannot know, or within a part in 2^80 of the limit.
bool surely_within(const Formula &formula, const Rational &limit);

} // namespace poise::internal
