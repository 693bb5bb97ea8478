// The columns that a warning is about.
#pragma once

#include <string>
#include <vector>

namespace poise::internal {

// "age, income: ", to be followed by what there is to say; nothing of a table with one column.
std::string about_columns(const std::vector<std::string> &columns, const std::vector<std::size_t> &which);

} // namespace poise::internal
