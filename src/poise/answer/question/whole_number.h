// A whole number, or a number of bytes, given as text on the command line.
#pragma once

#include "poise/base/result.h"

#include <cstdint>
#include <string>

namespace poise::internal {

// Digits only, between the two limits; `option` is what the message calls it.
Result<std::uint64_t> whole_number(const std::string &option, const std::string &text, std::uint64_t least,
                                   std::uint64_t most);

// A number of bytes: digits, and K, M, G or T for powers of 1024.
Result<std::uint64_t> byte_count(const std::string &option, const std::string &text);

} // namespace poise::internal
