// The estimates on the page: a table with a picture in every row, or a card a column for quantiles.
#pragma once

#include "poise/report/summary.h"

#include <cstddef>
#include <string>

namespace poise::internal::html {

// So many columns have a picture, the next are listed in a table that opens on a click, the rest are in the
// JSON of the page alone: a page of ten thousands of columns should still open on a phone.
inline constexpr std::size_t most_pictures = 40, most_listed = 2000;

std::string estimates(const Summary &summary);

// Part of it, where both are known: shares of cells, and intervals for the population.
std::string population(const Summary &summary);

// What `estimates` is made of where the values are quantiles.
std::string quantile_cards(const Summary &summary, std::size_t first, std::size_t last);
std::string quantile_table(const Summary &summary, std::size_t first, std::size_t last);

} // namespace poise::internal::html
