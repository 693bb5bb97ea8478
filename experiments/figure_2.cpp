// Figure 2: normal data with identity covariance, error against the budget.
#include "experiments/figures.h"
#include "experiments/frame/normal_setting.h"

#include <fmt/format.h>

namespace poise::internal::experiments {
namespace {

Result<std::vector<Setting>> settings(const DataSources &) {
  constexpr std::size_t columns = 128;
  std::vector<Setting> all;
  for (const double mean : {0.0, 5.0, 10.0})
    for (const int eighths : {1, 2, 4, 8, 16})
      all.push_back({.panel = fmt::format("mean {}", mean),
                     .x = eighths / 8.0,
                     .draw = equal_columns(columns, mean, 1),
                     .contenders = central_contenders(
                         normal_knowledge(columns, paper_radius(columns), rho_of(eighths, 8)))});
  return all;
}

} // namespace

const Figure figure_2 = {.name = "fig2",
                         .title = "N(mean, I), n = 4000, d = 128, R = 50 sqrt(d)",
                         .x_title = "rho",
                         .x_scale = Scale::log2,
                         .needs_mnist = false,
                         .settings = settings};

} // namespace poise::internal::experiments
