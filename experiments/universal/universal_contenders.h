// Who estimates a mean, a variance or an interquartile range without being told anything.
#pragma once

#include "experiments/frame/contender.h"
#include "poise/estimate/universal/universal_options.h"

namespace poise::internal::experiments {

enum class Statistic { mean, variance, iqr };

// Tenths of epsilon: budgets are exact.
struct TenthsOfEpsilon {
  int tenths;

  double value() const { return tenths / 10.0; }
};

// The library's own, on one thread. They count as refusing when there are too few rows. Both
// versions draw from the bits of the sample's shared seed: for epsilon of 1 and more their secret order is
// the same, and they differ by what they do with it.
Contender universal(Statistic statistic, UniversalVersion version, TenthsOfEpsilon epsilon);

// The variance as above, but only what privacy adds: the distance to what the same pairs say with a budget
// so large that nothing is cut off and no noise is left. For epsilon of 1 and more, where the secret order is
// the first thing drawn from the bits.
Contender privacy_error_of_variance(UniversalVersion version, TenthsOfEpsilon epsilon);

// universal and universal-tuned, and what people do today: guessed bounds of 10^4 and 10^6, bounds from a
// histogram; for the interquartile range guessed bounds, and Dwork and Lei's with delta = 1e-9.
std::vector<Contender> contenders_for(Statistic statistic, TenthsOfEpsilon epsilon);

} // namespace poise::internal::experiments
