// Counting items, and handing the rows over without a copy.
#include "experiments/baskets/baskets.h"

#include <algorithm>
#include <memory>
#include <string>

namespace poise::internal::experiments {

void Baskets::end_row() {
  std::sort(places.begin() + static_cast<std::ptrdiff_t>(starts.back()), places.end());
  starts.push_back(places.size());
}

std::vector<double> shares_of(const Baskets &baskets) {
  std::vector<std::uint64_t> counts(baskets.columns);
  for (const std::uint32_t place : baskets.places) ++counts[place];
  std::vector<double> shares;
  shares.reserve(counts.size());
  for (const std::uint64_t count : counts)
    shares.push_back(static_cast<double>(count) / static_cast<double>(baskets.rows()));
  return shares;
}

Sample sample_of(Baskets baskets) {
  std::vector<std::string> names;
  names.reserve(baskets.columns);
  for (std::size_t j = 0; j < baskets.columns; ++j) names.push_back(std::to_string(j + 1));
  std::vector<double> mean = shares_of(baskets), truth = mean;
  const auto owner = std::make_shared<const Baskets>(std::move(baskets));
  const SparseRows rows{owner->starts, owner->places, {}, owner->columns, true};
  return Sample{Table::of(std::move(names), rows, owner).value(), std::move(mean), std::move(truth)};
}

double in_unit(Bits &bits) { return (static_cast<double>(bits.word() >> 11) + 0.5) * 0x1p-53; }

} // namespace poise::internal::experiments
