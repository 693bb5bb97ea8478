// Basic composition: what several releases about the same people cost together.
#pragma once

#include "poise/privacy/approximate.h"

#include <span>

namespace poise::internal {

// PROMISE  Mechanisms that cost rho_i (zCDP), or eps_i (pure), or (eps_i, delta_i), each
//          chosen in view of the earlier outputs, together cost the sum.
// WHY      Renyi divergence of order alpha, and the worst log-ratio, add up over
//          adaptive steps (Bun, Steinke 2016, lemma 2.3; Dwork, Roth 2014, theorem 3.16).
// CHECKED  tests/privacy/composition_test.cpp
//
// An empty list is an error, as is a total outside the unit: deltas that reach 1
// promise nothing.
Result<Rho> compose(std::span<const Rho> parts);
Result<Epsilon> compose(std::span<const Epsilon> parts);
Result<Delta> compose(std::span<const Delta> parts);
Result<Approximate> compose(std::span<const Approximate> parts);

} // namespace poise::internal
