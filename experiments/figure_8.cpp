// Figure 8: the local model, error against the number of columns, under both readings of the budget.
#include "experiments/figures.h"
#include "experiments/frame/local_setting.h"
#include "experiments/frame/normal_setting.h"

#include <fmt/format.h>

namespace poise::internal::experiments {
namespace {

template <Reading reading> Result<std::vector<Setting>> settings(const DataSources &) {
  std::vector<Setting> all;
  for (const double mean : {0.0, 5.0, 10.0})
    for (const std::size_t columns : powers_of_two(1, 5))
      all.push_back(
          {.panel = fmt::format("mean {}", mean),
           .x = static_cast<double>(columns),
           .draw = unit_columns(local_rows, columns, mean),
           .contenders = local_contenders(columns, local_radius(columns), budget_pair(reading, 1, 1))});
  return all;
}

} // namespace

const Figure figure_8 = {.name = "fig8",
                         .title = "Local model: N(mean, I), n = 10^5, rho = 1, R = 20 sqrt(d)",
                         .x_title = "d",
                         .x_scale = Scale::log2,
                         .needs_mnist = false,
                         .settings = settings<Reading::rho>,
                         .own_table = refusals_table};

const Figure figure_8_epsilon = {.name = "fig8-epsilon",
                                 .title = "Local model: N(mean, I), n = 10^5, epsilon = 1, R = 20 sqrt(d)",
                                 .x_title = "d",
                                 .x_scale = Scale::log2,
                                 .needs_mnist = false,
                                 .settings = settings<Reading::epsilon>,
                                 .own_table = refusals_table};

} // namespace poise::internal::experiments
