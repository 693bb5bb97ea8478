// A whole number given as text on the command line.
#pragma once

#include "poise/base/result.h"

#include <cstdint>
#include <string>

namespace poise::cli {

// Digits only, between the two limits; `option` is what the message calls it.
Result<std::uint64_t> whole_number(const std::string &option, const std::string &text, std::uint64_t least,
                                   std::uint64_t most);

} // namespace poise::cli
