// Results whose words name parameters the way of the door they leave by: as options, or as arguments.
#pragma once

#include "poise/base/parameter_names.h"
#include "poise/forecast/forecast.h"
#include "poise/report/summary.h"

namespace poise::internal {

// Numbers stay; warnings and reasons are spelled anew.
Summary spell_parameters(Summary summary, SpellParameter spell);
ForecastAnswer spell_parameters(ForecastAnswer answer, SpellParameter spell);

} // namespace poise::internal
