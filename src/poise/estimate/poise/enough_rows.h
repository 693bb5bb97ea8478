// How many rows the searches need, from public facts alone.
#pragma once

#include <cstddef>

namespace poise::internal {

// With so many, searches for centres and spreads succeed in 99 tables of 100 and more; with fewer they would
// take more than a quarter of the budget.
std::size_t poise_rows_needed(std::size_t columns, double rho, bool own_units);

} // namespace poise::internal
