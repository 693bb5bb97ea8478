// What a public range costs that is a thousand times as wide as need be.
#include "experiments/figures.h"
#include "experiments/frame/normal_setting.h"

#include <fmt/format.h>

namespace poise::internal::experiments {
namespace {

Result<std::vector<Setting>> settings(const DataSources &) {
  constexpr std::size_t columns = 128;
  std::vector<Setting> all;
  for (const double mean : {0.0, 10.0})
    for (const double factor : {1.0, 10.0, 100.0, 1000.0}) {
      const Public known = normal_knowledge(columns, factor * paper_radius(columns), rho_of(1, 2));
      all.push_back({.panel = fmt::format("mean {}", mean),
                     .x = factor,
                     .draw =
                         [mean](Bits &bits) {
                           Sample sample = equal_columns(columns, mean, 1)(bits);
                           sample.truth = sample.mean; // what privacy costs, without what chance costs anyway
                           return sample;
                         },
                     .contenders = {instance_optimal("Shifted-CM", known), clipped("CM", known)}});
    }
  return all;
}

} // namespace

const Figure range_of_data = {.name = "range",
                              .title = "N(mean, I), n = 4000, d = 128, rho = 0.5, R from 50 sqrt(d) on",
                              .x_title = "R / (50 sqrt(d))",
                              .x_scale = Scale::log10,
                              .needs_mnist = false,
                              .settings = settings};

} // namespace poise::internal::experiments
