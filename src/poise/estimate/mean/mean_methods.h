// The methods of the mean, by name.
#pragma once

#include "poise/estimate/mean/mean_method.h"

#include <span>
#include <string>
#include <vector>

namespace poise::internal {

// Those that run; in the order in which they are shown.
std::span<const MeanMethod> mean_methods();

// The default, which chooses one of them by their forecasts (forecast/choose_method.h). It has words and
// options like any other, and no way to run of its own.
const MeanMethod &default_mean_method();

// All of them to look at, the default first.
std::vector<MeanMethod> shown_mean_methods();

// The default is not among those that are found: it is for whoever asks to choose.
Result<MeanMethod> find_mean_method(std::string_view name);

// The names of all that take an option, the default among them: "poise and plan".
std::string takers_of(MeanOption option);

} // namespace poise::internal
