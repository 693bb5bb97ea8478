// PLAN told to be good in l1-norm against PLAN told to be good in l2-norm, on data that are in no paper.
#include "experiments/figures.h"
#include "experiments/frame/normal_setting.h"
#include "experiments/plan/gaussian_contenders.h"

#include <fmt/format.h>

namespace poise::internal::experiments {
namespace {

// One column in sixteen varies a hundred times as much as the others.
GaussianData few_wide_columns(std::size_t columns) {
  std::vector<double> stds(columns, 1);
  for (std::size_t j = 0; j < columns; j += 16) stds[j] = 100;
  return {.rows = 10'000, .mean = 5, .stds = std::move(stds), .range = 1000, .centre_within = std::nullopt};
}

std::vector<Contender> compared(const GaussianData &data) {
  const Public known = knowledge_of(data, rho_of(1, 2));
  std::vector<double> variances;
  for (const double std : data.stds) variances.push_back(std * std);
  std::vector<Contender> all;
  for (const int norm : {1, 2}) {
    all.push_back(plan(fmt::format("PLAN for l{}", norm), known, {.norm = norm}));
    all.push_back(plan(fmt::format("PLAN for l{}, variances given", norm), known,
                       {.norm = norm, .variances = variances}));
  }
  return all;
}

Result<std::vector<Setting>> settings(const DataSources &) {
  std::vector<Setting> all;
  for (const int norm : {1, 2})
    for (const std::size_t columns : powers_of_two(6, 9)) {
      const GaussianData data = few_wide_columns(columns);
      all.push_back({.panel = fmt::format("l{} error", norm),
                     .x = static_cast<double>(columns),
                     .draw = against_own_mean(independent(data)),
                     .contenders = compared(data),
                     .error_norm = static_cast<double>(norm)});
    }
  return all;
}

} // namespace

const Figure plan_norms = {.name = "plan-norms",
                           .title =
                               "Standard deviation 100 in one column of 16, else 1; n = 10,000, rho = 0.5",
                           .x_title = "d",
                           .x_scale = Scale::log2,
                           .needs_mnist = false,
                           .settings = settings,
                           .y_title = "error to the sample's mean"};

} // namespace poise::internal::experiments
