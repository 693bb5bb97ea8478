// Figure 8 of the PLAN paper: figure 3 with PLAN that does not scale. Published results of that one are of
// medians alone.
#include "experiments/figures.h"
#include "experiments/plan/gaussian_contenders.h"
#include "experiments/plan/published_gaussian.h"

#include <array>

namespace poise::internal::experiments {
namespace {

std::vector<Contender> compared(const GaussianData &data, const Rho &rho) {
  return {non_private(), iome_on(data, rho), plan_on(data, rho), plan_noscale_on(data, rho)};
}

Result<std::vector<Setting>> without_skew(const DataSources &) {
  return over_budgets(along_dimensions(gaussian_data_a, independent, rows_of_a, 4, 10), compared);
}

Result<std::vector<Setting>> along_skew(const DataSources &) {
  constexpr std::array alphas = {0.0, 0.5, 1.0, 1.5, 2.0};
  return over_budgets(along_alpha(rows_of_b_and_c, 512, alphas), compared);
}

Result<std::vector<Setting>> with_skew(const DataSources &) {
  return over_budgets(along_dimensions(gaussian_data_c, independent, rows_of_b_and_c, 4, 10), compared);
}

} // namespace

const Figure plan_figure_8a = {.name = "plan-fig8a",
                               .title = "Gaussian A, PLAN without scaling (published: its medians alone)",
                               .x_title = "d",
                               .x_scale = Scale::log2,
                               .needs_mnist = false,
                               .settings = without_skew,
                               .published = published_a.with_noscale()};

const Figure plan_figure_8b = {.name = "plan-fig8b",
                               .title = "Gaussian B, PLAN without scaling (published: its medians alone)",
                               .x_title = "alpha",
                               .x_scale = Scale::linear,
                               .needs_mnist = false,
                               .settings = along_skew,
                               .published = published_b.with_noscale()};

const Figure plan_figure_8c = {.name = "plan-fig8c",
                               .title = "Gaussian C, PLAN without scaling (published: its medians alone)",
                               .x_title = "d",
                               .x_scale = Scale::log2,
                               .needs_mnist = false,
                               .settings = with_skew,
                               .published = published_c.with_noscale()};

} // namespace poise::internal::experiments
