// Figure 9: the local model, error against the budget, under both readings of it.
#include "experiments/figures.h"
#include "experiments/frame/local_setting.h"

#include <fmt/format.h>

namespace poise::internal::experiments {
namespace {

template <Reading reading> Result<std::vector<Setting>> settings(const DataSources &) {
  constexpr std::size_t columns = 8;
  std::vector<Setting> all;
  for (const double mean : {0.0, 5.0, 10.0})
    for (const int halves : {1, 2, 3, 4, 5})
      all.push_back(
          {.panel = fmt::format("mean {}", mean),
           .x = halves / 2.0,
           .draw = unit_columns(local_rows, columns, mean),
           .contenders = local_contenders(columns, local_radius(columns), budget_pair(reading, halves, 2))});
  return all;
}

} // namespace

const Figure figure_9 = {.name = "fig9",
                         .title = "Local model: N(mean, I), n = 10^5, d = 8, R = 20 sqrt(d)",
                         .x_title = "rho",
                         .x_scale = Scale::linear,
                         .needs_mnist = false,
                         .settings = settings<Reading::rho>,
                         .own_table = refusals_table};

const Figure figure_9_epsilon = {.name = "fig9-epsilon",
                                 .title = "Local model: N(mean, I), n = 10^5, d = 8, R = 20 sqrt(d)",
                                 .x_title = "epsilon",
                                 .x_scale = Scale::linear,
                                 .needs_mnist = false,
                                 .settings = settings<Reading::epsilon>,
                                 .own_table = refusals_table};

} // namespace poise::internal::experiments
