// Figure 3: normal data with other covariances, error against the number of columns.
#include "experiments/figures.h"
#include "experiments/frame/normal_setting.h"
#include "experiments/frame/variances.h"

#include <string>

namespace poise::internal::experiments {
namespace {

Result<std::vector<Setting>> settings(const DataSources &) {
  std::vector<Setting> all;
  for (const Variances &variances : paper_variances())
    for (const std::size_t columns : powers_of_two(4, 10))
      all.push_back({.panel = std::string(variances.name),
                     .x = static_cast<double>(columns),
                     .draw = variances.draw(columns),
                     .contenders = contenders_for_any_covariance(
                         columns, normal_knowledge(columns, paper_radius(columns), rho_of(1, 2)))});
  return all;
}

} // namespace

const Figure figure_3 = {.name = "fig3",
                         .title = "N(0, diag(variances)), n = 4000, rho = 0.5, R = 50 sqrt(d)",
                         .x_title = "d",
                         .x_scale = Scale::log2,
                         .needs_mnist = false,
                         .settings = settings};

} // namespace poise::internal::experiments
