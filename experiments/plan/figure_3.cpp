// Figure 3 of the PLAN paper: error without skew (a), along skew (b) and along d with skew (c), beside its
// published results.
#include "experiments/figures.h"
#include "experiments/plan/gaussian_contenders.h"
#include "experiments/plan/published_gaussian.h"

#include <array>

namespace poise::internal::experiments {
namespace {

Result<std::vector<Setting>> without_skew(const DataSources &) {
  return over_budgets(along_dimensions(gaussian_data_a, independent, rows_of_a, 4, 10), plan_and_rivals);
}

Result<std::vector<Setting>> along_skew(const DataSources &) {
  constexpr std::array alphas = {0.0, 0.5, 1.0, 1.5, 2.0};
  return over_budgets(along_alpha(rows_of_b_and_c, 512, alphas), plan_and_rivals);
}

Result<std::vector<Setting>> with_skew(const DataSources &) {
  return over_budgets(along_dimensions(gaussian_data_c, independent, rows_of_b_and_c, 4, 10),
                      plan_and_rivals);
}

} // namespace

const Figure plan_figure_3a = {.name = "plan-fig3a",
                               .title = "Gaussian A: N(0, I), n = 4000",
                               .x_title = "d",
                               .x_scale = Scale::log2,
                               .needs_mnist = false,
                               .settings = without_skew,
                               .published = published_a.without_noscale()};

const Figure plan_figure_3b = {.name = "plan-fig3b",
                               .title = "Gaussian B: mean 10, variances (d / j)^alpha, d = 512, n = 10,000",
                               .x_title = "alpha",
                               .x_scale = Scale::linear,
                               .needs_mnist = false,
                               .settings = along_skew,
                               .published = published_b.without_noscale()};

const Figure plan_figure_3c = {
    .name = "plan-fig3c",
    .title = "Gaussian C: mean 10, variances (d / j)^2, n = 10,000; error to the population's mean",
    .x_title = "d",
    .x_scale = Scale::log2,
    .needs_mnist = false,
    .settings = with_skew,
    .published = published_c.without_noscale()};

} // namespace poise::internal::experiments
