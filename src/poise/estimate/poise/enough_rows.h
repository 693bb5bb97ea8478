// How many rows the searches need, from public facts alone.
#pragma once

#include "poise/base/error.h"

#include <cstddef>
#include <optional>
#include <string>

namespace poise::internal {

// With so many, searches for centres and spreads succeed in 99 tables of 100 and more; with fewer they would
// take more than a quarter of the budget.
std::size_t poise_rows_needed(std::size_t columns, double rho, bool own_units);

// What is said of fewer rows, before anything is spent or with an answer that was asked for anyway; and of
// more columns than the budget has parts.
Error too_few_for_poise(std::size_t rows, std::size_t needed);
std::string warning_of_few_rows(std::size_t rows, std::size_t needed);
[[nodiscard]] std::optional<Error> check_poise_columns(std::size_t columns);

} // namespace poise::internal
