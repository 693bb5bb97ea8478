// Figure 4 of the PLAN paper: as figure 3, with a small budget and many rows.
#include "experiments/figures.h"
#include "experiments/frame/normal_setting.h"
#include "experiments/plan/gaussian_contenders.h"

#include <array>

namespace poise::internal::experiments {
namespace {

constexpr std::size_t rows = 100'000;

std::vector<Contender> compared(const GaussianData &data, const Rho &rho) {
  return {non_private(), iome_on(data, rho), plan_on(data, rho)};
}

std::vector<Setting> with_small_budget(const std::vector<GaussianPlace> &places) {
  return with_budget("rho = 0.01", rho_of(1, 100), places, compared);
}

Result<std::vector<Setting>> without_skew(const DataSources &) {
  return with_small_budget(along_dimensions(gaussian_data_a, independent, rows, 4, 10));
}

Result<std::vector<Setting>> along_skew(const DataSources &) {
  constexpr std::array alphas = {0.0, 1.0, 2.0};
  return with_small_budget(along_alpha(rows, 64, alphas));
}

Result<std::vector<Setting>> with_skew(const DataSources &) {
  return with_small_budget(along_dimensions(gaussian_data_c, independent, rows, 4, 10));
}

} // namespace

const Figure plan_figure_4a = {.name = "plan-fig4a",
                               .title = "Gaussian A, n = 100,000",
                               .x_title = "d",
                               .x_scale = Scale::log2,
                               .needs_mnist = false,
                               .settings = without_skew};

const Figure plan_figure_4b = {.name = "plan-fig4b",
                               .title = "Gaussian B, n = 100,000, d = 64",
                               .x_title = "alpha",
                               .x_scale = Scale::linear,
                               .needs_mnist = false,
                               .settings = along_skew};

const Figure plan_figure_4c = {.name = "plan-fig4c",
                               .title = "Gaussian C, n = 100,000",
                               .x_title = "d",
                               .x_scale = Scale::log2,
                               .needs_mnist = false,
                               .settings = with_skew};

} // namespace poise::internal::experiments
