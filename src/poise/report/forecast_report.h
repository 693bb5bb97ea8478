// A forecast for people and for programs.
#pragma once

#include "poise/forecast/forecast.h"

#include <string>

namespace poise::internal {

std::string to_json(const ForecastAnswer &answer);
std::string to_text(const ForecastAnswer &answer);

} // namespace poise::internal
