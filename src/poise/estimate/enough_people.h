// How many people a table is about, and what is said when they are too few.
#pragma once

#include "poise/base/error.h"
#include "poise/table/table.h"

#include <cstdint>
#include <optional>
#include <string>

namespace poise::internal {

// Rows, or people where the table was read with a unit.
std::size_t count_people(const Table &table);

// Why nothing can be said of so few: public facts alone.
[[nodiscard]] std::optional<Error> check_enough_people(const Table &table);

// "method needs at least so many rows for this many columns and this budget, and there are so many".
std::string not_enough_rows(const std::string &method, std::size_t people, std::uint64_t needed);

} // namespace poise::internal
