// Figure 10 of the PLAN paper: figures 3 (a) and (c) up to d = 2048, where rows become too few.
#include "experiments/figures.h"
#include "experiments/plan/gaussian_contenders.h"
#include "experiments/plan/published_gaussian.h"

namespace poise::internal::experiments {
namespace {

Result<std::vector<Setting>> without_skew(const DataSources &) {
  return over_budgets(along_dimensions(gaussian_data_a, independent, rows_of_a, 4, 11), plan_and_rivals);
}

Result<std::vector<Setting>> with_skew(const DataSources &) {
  return over_budgets(along_dimensions(gaussian_data_c, independent, rows_of_b_and_c, 4, 11),
                      plan_and_rivals);
}

} // namespace

const Figure plan_figure_10a = {.name = "plan-fig10a",
                                .title = "Gaussian A up to d = 2048, n = 4000",
                                .x_title = "d",
                                .x_scale = Scale::log2,
                                .needs_mnist = false,
                                .settings = without_skew,
                                .published = published_a.up_to_2048()};

const Figure plan_figure_10c = {.name = "plan-fig10c",
                                .title =
                                    "Gaussian C up to d = 2048, n = 10,000; error to the population's mean",
                                .x_title = "d",
                                .x_scale = Scale::log2,
                                .needs_mnist = false,
                                .settings = with_skew,
                                .published = published_c.up_to_2048()};

} // namespace poise::internal::experiments
