// Parameters of the library as options of the command: `mean_within` is --mean-within.
#pragma once

#include "poise/base/parameter_names.h"

namespace poise::internal::cli {

std::string as_option(std::string_view name, std::string_view value);

} // namespace poise::internal::cli
