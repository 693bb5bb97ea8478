// All are told the same range and grid, and where a rotated column is to be searched.
#include "experiments/plan/gaussian_contenders.h"

#include "experiments/frame/normal_setting.h"
#include "experiments/plan/published_gaussian.h"

#include <algorithm>

namespace poise::internal::experiments {
namespace {

// For plan and plan-noscale this matters only when too few rows make them an instance-optimal mean.
MeanOptions search_of(const GaussianData &data) { return {.centre_within = data.centre_within}; }

} // namespace

Public knowledge_of(const GaussianData &data, const Rho &rho) {
  const double least = std::ranges::min(data.stds) / 10;
  const Rational squared_step = rational(least * least / static_cast<double>(data.rows));
  return {Grid::with_step(rational(data.range), squared_step).value(), rho, std::nullopt};
}

Contender iome_on(const GaussianData &data, const Rho &rho) {
  return instance_optimal("IOME", knowledge_of(data, rho), search_of(data));
}

Contender iome_at_their_split(const GaussianData &data, const Rho &rho) {
  MeanOptions options = search_of(data);
  options.shares = {.centre = 100, .radius = 3, .sum = 297};
  return instance_optimal("IOME, their split", knowledge_of(data, rho), options);
}

Contender plan_on(const GaussianData &data, const Rho &rho) {
  return plan("PLAN", knowledge_of(data, rho), search_of(data));
}

Contender plan_noscale_on(const GaussianData &data, const Rho &rho) {
  return plan_noscale("PLAN-noscale", knowledge_of(data, rho), search_of(data));
}

Contender plan_at_their_budget(const GaussianData &data, const Rho &rho) {
  MeanOptions options = search_of(data);
  options.plan_shares = their_shares;
  // Theirs goes on whatever the rows; so does ours wherever the true spread allows.
  options.least_spread = rational(std::ranges::min(data.stds) / data.range);
  return plan("PLAN, their budget", knowledge_of(data, their_budget(rho)), options);
}

Rho their_budget(const Rho &rho) { return Rho::of(rho.exact() * ratio(15, 4)).value(); }

std::vector<Contender> plan_and_rivals(const GaussianData &data, const Rho &rho) {
  return {non_private(), iome_on(data, rho), plan_on(data, rho), plan_at_their_budget(data, rho)};
}

std::vector<GaussianPlace> along_dimensions(GaussianData (*data)(std::size_t rows, std::size_t columns),
                                            Draw (*draw)(const GaussianData &), std::size_t rows, int first,
                                            int last) {
  std::vector<GaussianPlace> places;
  for (const std::size_t columns : powers_of_two(first, last)) {
    GaussianData here = data(rows, columns);
    Draw drawn = draw(here);
    places.push_back({static_cast<double>(columns), std::move(here), std::move(drawn)});
  }
  return places;
}

std::vector<GaussianPlace> along_alpha(std::size_t rows, std::size_t columns,
                                       std::span<const double> alphas) {
  std::vector<GaussianPlace> places;
  for (const double alpha : alphas) {
    GaussianData here = gaussian_data_b(rows, columns, alpha);
    Draw drawn = independent(here);
    places.push_back({alpha, std::move(here), std::move(drawn)});
  }
  return places;
}

std::vector<Setting> with_budget(std::string_view panel, const Rho &rho,
                                 const std::vector<GaussianPlace> &places, Compare compare) {
  std::vector<Setting> all;
  for (const GaussianPlace &place : places)
    all.push_back({.panel = std::string(panel),
                   .x = place.x,
                   .draw = place.draw,
                   .contenders = compare(place.data, rho)});
  return all;
}

std::vector<Setting> over_budgets(const std::vector<GaussianPlace> &places, Compare compare) {
  std::vector<Setting> all;
  const auto add = [&](std::string_view panel, const Rho &rho) {
    for (Setting &setting : with_budget(panel, rho, places, compare)) all.push_back(std::move(setting));
  };
  add(rho_eighth, rho_of(1, 8));
  add(rho_half, rho_of(1, 2));
  add(rho_one, rho_of(1, 1));
  return all;
}

} // namespace poise::internal::experiments
