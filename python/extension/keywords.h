// Parameters of the library as arguments of Python's functions: `bound=1000` is bound=1000.
#pragma once

#include "poise/base/parameter_names.h"

namespace poise::internal::python {

std::string as_keyword(std::string_view name, std::string_view value);

} // namespace poise::internal::python
