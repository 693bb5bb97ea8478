// Some of the numbers of a range in any order, each at most once.
#pragma once

#include <algorithm>
#include <rapidcheck.h>
#include <vector>

namespace poise::internal {

inline std::vector<std::size_t> any_choice(std::size_t first, std::size_t end) {
  const auto numbers =
      *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(first, end));
  std::vector<std::size_t> chosen;
  for (const std::size_t number : numbers)
    if (std::find(chosen.begin(), chosen.end(), number) == chosen.end()) chosen.push_back(number);
  return chosen;
}

} // namespace poise::internal
