// Figure 1: normal data with identity covariance, error against the number of columns.
#include "experiments/figures.h"
#include "experiments/frame/normal_setting.h"

#include <fmt/format.h>

namespace poise::internal::experiments {
namespace {

Result<std::vector<Setting>> settings(const DataSources &) {
  std::vector<Setting> all;
  for (const double mean : {0.0, 5.0, 10.0})
    for (const std::size_t columns : powers_of_two(4, 10))
      all.push_back(
          {.panel = fmt::format("mean {}", mean),
           .x = static_cast<double>(columns),
           .draw = equal_columns(columns, mean, 1),
           .contenders = central_contenders(normal_knowledge(columns, paper_radius(columns), rho_of(1, 2)))});
  return all;
}

} // namespace

const Figure figure_1 = {.name = "fig1",
                         .title = "N(mean, I), n = 4000, rho = 0.5, R = 50 sqrt(d)",
                         .x_title = "d",
                         .x_scale = Scale::log2,
                         .needs_mnist = false,
                         .settings = settings};

} // namespace poise::internal::experiments
