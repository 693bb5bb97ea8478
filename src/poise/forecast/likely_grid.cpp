// Constants of found_grid_mean.cpp, find_grid.cpp and pure_vector_mean.cpp; powers of two are halfway on
// average.
#include "poise/forecast/likely_grid.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

namespace poise::internal {
namespace {

constexpr double bits_within_a_bound = 29.5; // Grid::within: between 29 and 30
constexpr double usual_least_spread = 0x1p-20;

double half_of(double columns) {
  const int halved =
      static_cast<int>(std::bit_width(static_cast<std::uint64_t>(columns))) / 2; // as find_grid
  return halved;
}

// Half of all pairs are within this of each other, added up over all columns with random signs.
double typical_distance(const AssumedTable &table) { return 0.9539 * std::sqrt(table.squared_spread()); }

struct Wish {
  double beyond, finer, most_bits;
};

LikelyGrid found(const AssumedTable &table, const Wish &wish) {
  const double magnitude = table.magnitude() * std::numbers::sqrt2;
  const double distance = typical_distance(table) / std::numbers::sqrt2;
  const double reach = magnitude * std::exp2(wish.beyond);
  const double fine = distance * std::exp2(-half_of(table.columns) - wish.finer);
  const double spread = distance / reach * std::exp2(-half_of(table.columns) - 10);
  return {.step = std::max(fine, reach * std::exp2(-wish.most_bits)),
          .reach = reach,
          .centre_within = 8 * magnitude,
          .least_spread = std::clamp(spread, 0x1p-60, 0.5),
          .budget_left = 0.97};
}

LikelyGrid given(const AssumedTable &table, double reach, double step) {
  return {.step = step,
          .reach = reach,
          .centre_within = reach * std::sqrt(table.width()),
          .least_spread = usual_least_spread,
          .budget_left = 1};
}

double bits_of(double columns) {
  return static_cast<double>(std::bit_width(static_cast<std::uint64_t>(columns)));
}

} // namespace

LikelyGrid likely_grid(const AssumedTable &table, int finer) {
  if (table.bound) return given(table, *table.bound, *table.bound * std::exp2(-bits_within_a_bound));
  if (table.binary) return given(table, 1, 1);
  return found(table, {12, static_cast<double>(finer), std::min(50.0, 61 - bits_of(table.columns))});
}

LikelyGrid likely_pure_grid(const AssumedTable &table) {
  if (table.bound) return given(table, *table.bound, *table.bound * std::exp2(-bits_within_a_bound));
  return found(table, {6, 4, std::min(40.0, 59 - 2 * bits_of(table.columns))});
}

} // namespace poise::internal
