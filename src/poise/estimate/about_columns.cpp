// A list that stays short.
#include "poise/estimate/about_columns.h"

#include <algorithm>

namespace poise::internal {

std::string about_columns(const std::vector<std::string> &columns, const std::vector<std::size_t> &which) {
  constexpr std::size_t most_names = 8;
  if (columns.size() == 1) return "";
  std::string list;
  for (std::size_t i = 0; i < std::min(most_names, which.size()); ++i)
    list += (i == 0 ? "" : ", ") + columns[which[i]];
  if (which.size() > most_names) list += " and " + std::to_string(which.size() - most_names) + " more";
  return list + ": ";
}

} // namespace poise::internal
