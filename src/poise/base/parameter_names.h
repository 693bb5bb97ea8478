// How messages speak of parameters, so that the command can show options and Python arguments.
#pragma once

#include "poise/base/error.h"

#include <string>
#include <string_view>

namespace poise::internal {

// In a message of the library a parameter stands between backticks, named as the field of a question:
// `mean_within`, or with a value, `bound=1000`. C++ shows it as it is; other doors spell it their way.
// `value` is empty where there is none.
using SpellParameter = std::string (*)(std::string_view name, std::string_view value);

// Every parameter in a text spelled anew. What merely stands between backticks, and is no name, stays.
std::string spell_parameters(std::string_view text, SpellParameter spell);

// The same for both lines of an error.
Error spell_parameters(Error error, SpellParameter spell);

} // namespace poise::internal
