// pure-vector: rotated medians, an l1-radius and Laplace noise.
#include "poise/forecast/ladder_search.h"
#include "poise/forecast/likely_grid.h"
#include "poise/forecast/method_model.h"
#include "poise/forecast/steps.h"
#include "poise/mechanism/exponential_quantile.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

namespace poise::internal {
namespace {

struct PureParts {
  double centre, reach, radius, sum;
};

// As `divide` of pure_vector_mean.cpp.
constexpr unsigned grid_weight = 4, centre_weight = 19, reach_weight = 4, radius_weight = 15, sum_weight = 38;

unsigned all_weights(bool with_grid) {
  return (with_grid ? grid_weight : 0) + centre_weight + reach_weight + radius_weight + sum_weight;
}

PureParts pure_parts(double epsilon, bool with_grid) {
  const double part = epsilon / all_weights(with_grid);
  return {part * centre_weight, part * reach_weight, part * radius_weight, part * sum_weight};
}

} // namespace

std::optional<std::string> pure_vector_refuses(const Facts &facts, const AssumedTable &table) {
  if (const auto why = wants_pure(facts)) return why;
  const std::size_t width = std::bit_ceil(facts.columns);
  if (const auto why = too_large_to_sort(facts, width)) return why;
  // As pure_vector_mean.cpp: a range of a thousand at least, or the grid of the bound.
  const double bits = facts.bound ? 31 + std::log2(table.width()) : 10;
  const auto centre = Epsilon::of(std::get<Epsilon>(facts.budget).exact() * centre_weight /
                                  Rational(all_weights(!facts.bound)));
  const auto error =
      centre ? quantile_rank_error(power_of_two(static_cast<unsigned>(bits)), width, *centre, ratio(1, 10))
             : std::nullopt;
  if (error && to_integer(std::uint64_t{facts.rows}) >= 4 * *error) return std::nullopt;
  return "there are too few rows for medians of so many columns with this budget: it would refuse";
}

ColumnErrors pure_vector_errors(const Facts &facts, const AssumedTable &table) {
  const LikelyGrid grid = likely_pure_grid(table);
  const PureParts parts = pure_parts(epsilon_of(facts), !table.bound);
  const double width = table.width(), column = std::sqrt(table.squared_spread() / width);
  const double rate = parts.centre / (2 * width);
  const double reach = grid.reach * std::sqrt(width);
  const double off =
      width * column * column * drawn_median_square(table.rows, width, rate, 0.3989, reach / column);
  // The l1-norm of a row whose columns are alike is sqrt(2 w / pi) times its l2-norm, and varies a little
  // more.
  NormDistribution norms(table.law);
  for (const ColumnGroup &group : table.groups) {
    if (table.binary)
      norms.add_centred_bits(group.count, group.mean);
    else
      norms.add(group.count, group.spread, 0);
  }
  norms.add_shift(off);
  norms.add_variance(0.283 * width * column * column * column * column);
  const double stretch = std::sqrt(2 * width / std::numbers::pi);
  const UniversalOptions options;
  const double typical = norms.typical();
  const auto radii = likely_close_radii([&](double r) { return norms.above(r); }, table.rows, typical / 4,
                                        LadderNoise::of(safe_search(options), parts.reach, table.rows),
                                        LadderNoise::of(close_search(options), parts.radius, table.rows));
  double noise = 0, cut = 0, bias = 0, tail = 0;
  for (const auto &[radius, chance] : radii) {
    const double of_radius = std::numbers::sqrt2 * 2 * radius * stretch / parts.sum / table.rows;
    const NormDistribution::Clipped clipped = norms.clipped(radius);
    noise += chance * of_radius * of_radius;
    cut += chance * clipped.square / table.rows;
    tail += chance * table.law.one_sided() * clipped.excess;
    bias += chance * clipped.shrinkage * clipped.shrinkage * off;
  }
  ColumnErrors errors;
  for (const ColumnGroup &group : table.groups) {
    const double part = group.spread * group.spread / table.squared_spread();
    errors.noise.push_back(std::sqrt(noise));
    errors.error.push_back(std::sqrt(noise + cut * part + bias / table.columns + tail * part * tail * part));
  }
  return errors;
}

} // namespace poise::internal
