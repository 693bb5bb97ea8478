// What privacy costs under PLAN and under IOME at the same honest budget: error to the sample's own mean.
#include "experiments/figures.h"
#include "experiments/frame/normal_setting.h"
#include "experiments/plan/gaussian_contenders.h"

namespace poise::internal::experiments {
namespace {

Setting against_iome(std::string panel, double x, const GaussianData &data, const Rho &rho) {
  return {.panel = std::move(panel),
          .x = x,
          .draw = against_own_mean(independent(data)),
          .contenders = {iome_on(data, rho), iome_at_their_split(data, rho), plan_on(data, rho)}};
}

Result<std::vector<Setting>> settings(const DataSources &) {
  std::vector<Setting> all;
  for (const std::size_t columns : powers_of_two(7, 10))
    all.push_back(against_iome("Gaussian C, rho = 1, against d", static_cast<double>(columns),
                               gaussian_data_c(rows_of_b_and_c, columns), rho_of(1, 1)));
  for (const int halves : {1, 2})
    all.push_back(against_iome("Gaussian B, alpha = 2, d = 512, against rho", halves / 2.0,
                               gaussian_data_b(rows_of_b_and_c, 512, 2), rho_of(halves, 2)));
  // Towards the right there are too few rows for plan, which then falls back.
  for (const std::size_t columns : powers_of_two(8, 10))
    all.push_back(against_iome("Gaussian A, rho = 0.125, against d", static_cast<double>(columns),
                               gaussian_data_a(rows_of_a, columns), rho_of(1, 8)));
  return all;
}

} // namespace

const Figure plan_privacy = {.name = "plan-privacy",
                             .title = "Error to the sample's own mean, at the same honest rho",
                             .x_title = "d, or rho",
                             .x_scale = Scale::log2,
                             .needs_mnist = false,
                             .settings = settings};

} // namespace poise::internal::experiments
