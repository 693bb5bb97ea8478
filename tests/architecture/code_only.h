// C++ source without its comments and literals, or its comments alone: a rule meets what it is about.
#pragma once

#include <string>
#include <string_view>

namespace poise::internal::architecture {

// Same number of lines as the source: comments and the insides of string and
// character literals become blanks.
std::string code_only(std::string_view source);

// Same number of lines as the source: all but the comments become blanks.
std::string comments_only(std::string_view source);

} // namespace poise::internal::architecture
