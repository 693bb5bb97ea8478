// A million gaps whose law is known in closed form: scores rise by one on either side.
#pragma once

#include "frame/contender.h"
#include "oracle/exact_masses.h"
#include "poise/random/sampler/exponential_mechanism.h"

#include <vector>

namespace poise::internal::bench {

constexpr std::int64_t race_gaps = 1'000'000;
constexpr std::int64_t race_middle = race_gaps / 2;

inline std::vector<Gap> race_course() {
  std::vector<Gap> gaps;
  for (std::int64_t i = 0; i < race_gaps; ++i)
    gaps.push_back({1, static_cast<std::uint64_t>(i < race_middle ? race_middle - i : i - race_middle)});
  return gaps;
}

// With rate 1/100 the choice is discrete Laplace around the middle.
inline Law race_law() {
  return {[](std::int64_t x) { return oracle::discrete_laplace_mass(0.01, x); }, -1500, 1500};
}

} // namespace poise::internal::bench
