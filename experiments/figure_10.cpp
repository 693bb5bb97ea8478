// Figure 10: the local model, error against R, under both readings of the budget.
#include "experiments/figures.h"
#include "experiments/frame/local_setting.h"

#include <fmt/format.h>

namespace poise::internal::experiments {
namespace {

template <Reading reading> Result<std::vector<Setting>> settings(const DataSources &) {
  constexpr std::size_t columns = 8;
  std::vector<Setting> all;
  for (const double mean : {0.0, 5.0, 10.0})
    for (const double radius : {100.0, 200.0, 300.0, 400.0, 500.0})
      all.push_back({.panel = fmt::format("mean {}", mean),
                     .x = radius,
                     .draw = unit_columns(local_rows, columns, mean),
                     .contenders = local_contenders(columns, radius, budget_pair(reading, 1, 1))});
  return all;
}

} // namespace

const Figure figure_10 = {.name = "fig10",
                          .title = "Local model: N(mean, I), n = 10^5, d = 8, rho = 1",
                          .x_title = "R",
                          .x_scale = Scale::linear,
                          .needs_mnist = false,
                          .settings = settings<Reading::rho>,
                          .own_table = refusals_table};

const Figure figure_10_epsilon = {.name = "fig10-epsilon",
                                  .title = "Local model: N(mean, I), n = 10^5, d = 8, epsilon = 1",
                                  .x_title = "R",
                                  .x_scale = Scale::linear,
                                  .needs_mnist = false,
                                  .settings = settings<Reading::epsilon>,
                                  .own_table = refusals_table};

} // namespace poise::internal::experiments
