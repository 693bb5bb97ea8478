// Figure 5: how little the public radius matters, error against R.
#include "experiments/figures.h"
#include "experiments/frame/normal_setting.h"

#include <fmt/format.h>

namespace poise::internal::experiments {
namespace {

Result<std::vector<Setting>> settings(const DataSources &) {
  constexpr std::size_t columns = 128;
  std::vector<Setting> all;
  for (const double mean : {0.0, 5.0, 10.0})
    for (const double radius : {250.0, 500.0, 1000.0, 1500.0, 2000.0}) {
      const Public known = normal_knowledge(columns, radius, rho_of(1, 2));
      std::vector<Contender> contenders = coinpress_family(known);
      contenders.push_back(
          coinpress("CoinPress t = 10, covariance estimated", known, 10, Covariance::estimated));
      contenders.push_back(instance_optimal("Shifted-CM", known));
      contenders.push_back(non_private());
      all.push_back({.panel = fmt::format("mean {}", mean),
                     .x = radius,
                     .draw = uneven_columns(columns, mean, 10),
                     .contenders = std::move(contenders)});
    }
  return all;
}

} // namespace

const Figure figure_5 = {.name = "fig5",
                         .title = "N(mean, diag(variances uniform in [0, 10])), n = 4000, rho = 0.5, d = 128",
                         .x_title = "R",
                         .x_scale = Scale::linear,
                         .needs_mnist = false,
                         .settings = settings};

} // namespace poise::internal::experiments
