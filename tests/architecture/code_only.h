// C++ source without its comments and literals, so that a rule meets code and nothing else.
#pragma once

#include <string>
#include <string_view>

namespace poise::architecture {

// Same number of lines as the source: comments and the insides of string and
// character literals become blanks.
std::string code_only(std::string_view source);

} // namespace poise::architecture
