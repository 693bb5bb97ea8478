// Figure 4: normal data with other covariances, error against the budget.
#include "experiments/figures.h"
#include "experiments/frame/normal_setting.h"
#include "experiments/frame/variances.h"

#include <string>

namespace poise::internal::experiments {
namespace {

Result<std::vector<Setting>> settings(const DataSources &) {
  constexpr std::size_t columns = 128;
  std::vector<Setting> all;
  for (const Variances &variances : paper_variances())
    for (const int eighths : {1, 2, 4, 8, 16})
      all.push_back({.panel = std::string(variances.name),
                     .x = eighths / 8.0,
                     .draw = variances.draw(columns),
                     .contenders = contenders_for_any_covariance(
                         columns, normal_knowledge(columns, paper_radius(columns), rho_of(eighths, 8)))});
  return all;
}

} // namespace

const Figure figure_4 = {.name = "fig4",
                         .title = "N(0, diag(variances)), n = 4000, d = 128, R = 50 sqrt(d)",
                         .x_title = "rho",
                         .x_scale = Scale::log2,
                         .needs_mnist = false,
                         .settings = settings};

} // namespace poise::internal::experiments
