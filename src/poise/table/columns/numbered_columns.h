// Columns that have numbers for names, such as c0 and c1, or 1 and 2.
#pragma once

#include "poise/base/result.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace poise::internal {

// The whole number that a text of digits alone stands for.
std::optional<std::size_t> read_whole(std::string_view digits);

// The numbers first, …, last that columns have, and what stands before them in a name.
struct NumberedColumns {
  std::string_view prefix;
  std::size_t first, last;
};

// The numbers of the wanted columns, in the order they were asked for. Every wish must
// name one of the columns, and no two the same.
Result<std::vector<std::size_t>> find_numbers(const std::string &source, const NumberedColumns &columns,
                                              const std::vector<std::string> &wanted);

std::vector<std::string> names_of(const NumberedColumns &columns);

} // namespace poise::internal
