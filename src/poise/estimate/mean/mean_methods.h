// The methods of the mean, by name.
#pragma once

#include "poise/estimate/mean/mean_method.h"

#include <span>
#include <string>
#include <vector>

namespace poise::internal {

// In the order in which they are shown.
std::span<const MeanMethod> mean_methods();

// The first of them. Pure budgets and sparse tables it hands over to one of the others
// (forecast/choose_method.h).
const MeanMethod &default_mean_method();

Result<MeanMethod> find_mean_method(std::string_view name);

// The names of all that take an option: "poise and plan".
std::string takers_of(MeanOption option);

} // namespace poise::internal
