// Figure 7 of the PLAN paper: columns that are correlated.
#include "experiments/figures.h"
#include "experiments/plan/gaussian_contenders.h"

namespace poise::internal::experiments {
namespace {

Result<std::vector<Setting>> without_skew(const DataSources &) {
  return over_budgets(along_dimensions(gaussian_data_a, randomly_correlated, rows_of_a, 4, 10),
                      plan_and_rivals);
}

Result<std::vector<Setting>> with_skew(const DataSources &) {
  return over_budgets(along_dimensions(gaussian_data_c, half_correlated, rows_of_b_and_c, 4, 10),
                      plan_and_rivals);
}

} // namespace

const Figure plan_figure_7a = {.name = "plan-fig7a",
                               .title = "Gaussian A': random correlations, n = 4000",
                               .x_title = "d",
                               .x_scale = Scale::log2,
                               .needs_mnist = false,
                               .settings = without_skew};

const Figure plan_figure_7b = {.name = "plan-fig7b",
                               .title = "Gaussian C': variances (d / j)^2, correlation 1/2, n = 10,000",
                               .x_title = "d",
                               .x_scale = Scale::log2,
                               .needs_mnist = false,
                               .settings = with_skew};

} // namespace poise::internal::experiments
