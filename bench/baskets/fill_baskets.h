// Baskets in the shape of real ones: so many people, items and ones, and Zipf's law.
#pragma once

#include "poise/table/table.h"

#include <memory>
#include <vector>

namespace poise::internal::bench {

struct BasketShape {
  std::size_t people, items, ones;
};
inline constexpr BasketShape click_stream = {75'462, 27'983, 4'194'414}; // as Kosarak
inline constexpr BasketShape till = {515'596, 1'657, 3'367'019};         // as POS

struct Baskets {
  std::vector<std::uint64_t> starts = {0};
  std::vector<std::uint32_t> places;
};

// The first so many people's: of about equal size, items drawn by their rank, none twice in a basket; a fixed
// seed.
std::shared_ptr<Baskets> fill_baskets(const BasketShape &shape, std::size_t people);

Table table_of(const BasketShape &shape, const std::shared_ptr<Baskets> &baskets);

} // namespace poise::internal::bench
