// The style of the page: on screens wide and narrow, light and dark, and on paper.
#pragma once

#include <string_view>

namespace poise::internal::html {

std::string_view style();

} // namespace poise::internal::html
