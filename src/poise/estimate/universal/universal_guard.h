// Whether there are enough rows for the searches of a universal estimator: from public numbers alone.
#pragma once

#include "poise/base/error.h"
#include "poise/estimate/universal/universal_options.h"
#include "poise/privacy/units.h"

#include <cstdint>
#include <optional>

namespace poise::internal {

// PROMISE  An Error that names the least number of rows there would have to be; asked before
//          anything is spent, of n, the budget of a column and the options alone.
// WHY      Published: a search whose threshold is not above zero says nothing (n <= margin). Tuned: with
//          probability at least 1 - beta no search ends before it has come to the data (search_error), over
//          ladders as long as they can be.
// CHECKED  tests/estimate/universal_guard_test.cpp
template <class Unit>
[[nodiscard]] std::optional<Error> check_enough_for_mean(std::uint64_t people, const Unit &budget,
                                                         const UniversalOptions &options);
template <class Unit>
[[nodiscard]] std::optional<Error> check_enough_for_variance(std::uint64_t people, const Unit &budget,
                                                             const UniversalOptions &options);
template <class Unit>
[[nodiscard]] std::optional<Error> check_enough_for_quantiles(std::uint64_t people, std::size_t quantiles,
                                                              const Unit &budget,
                                                              const UniversalOptions &options);

// Of how many people the published range and radius look at a sample: floor(epsilon n) where epsilon < 1, at
// least one; else all.
std::uint64_t people_looked_at(std::uint64_t people, const Epsilon &epsilon, const UniversalOptions &options);
std::uint64_t people_looked_at(std::uint64_t people, const Rho &rho, const UniversalOptions &options);

} // namespace poise::internal
