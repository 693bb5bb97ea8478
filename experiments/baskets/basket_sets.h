// The two data sets of real baskets: visits to a news portal's pages, and shopping.
#pragma once

#include "experiments/baskets/surrogate.h"
#include "poise/base/result.h"

#include <array>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace poise::internal::experiments {

struct BasketSet {
  std::string_view name;
  std::string_view file; // as it is published
  BasketShape shape;
};

// Rows, columns, ones and the least size as the paper has them; the rest is assumed. Errors rest on how long
// the longest rows are and on how uneven the columns: the spread makes errors without scaling about what the
// published ones are with less noise, the skew makes known variances help about as much as they did there.
inline constexpr BasketSet kosarak = {"Kosarak",
                                      "kosarak.dat",
                                      {.rows = 75'462,
                                       .columns = 27'983,
                                       .ones = 4'194'414,
                                       .least = 20,
                                       .size_spread = 1.1,
                                       .skew = 1.25,
                                       .blunt = 3}};
inline constexpr BasketSet pos = {"POS",
                                  "BMS-POS.csv",
                                  {.rows = 515'596,
                                   .columns = 1'657,
                                   .ones = 3'367'019,
                                   .least = 1,
                                   .size_spread = 0.8,
                                   .skew = 1.5,
                                   .blunt = 1}};
inline constexpr std::array basket_sets = {&kosarak, &pos};

// Lines of item ids, separated by spaces, tabs or commas. Keeps the baskets of at least so many different
// items, and numbers the items that occur in those anew, in the order of their ids.
Result<Baskets> read_basket_file(const std::filesystem::path &path, std::size_t least);

// Data that all trials share, and what to call them.
struct FixedData {
  std::string title;
  std::function<Sample(Bits &)> draw; // always the same
};

// The file of the folder, if it is there, or else the surrogate: drawn when it is first asked for, once, and
// from its own seed, as it stands for data that are what they are. The title says which, and whether a file
// has other sizes than the paper tells. An empty folder means none.
Result<FixedData> find_baskets(const BasketSet &set, const std::filesystem::path &folder);

} // namespace poise::internal::experiments
