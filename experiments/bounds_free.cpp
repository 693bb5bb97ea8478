// What it costs to name no bound: the same methods with the tightest bound given, and with none.
#include "experiments/figures.h"
#include "experiments/frame/normal_setting.h"
#include "poise/base/nearest_double.h"
#include "poise/estimate/mean/mean_methods.h"
#include "poise/privacy/exact_text.h"

#include <array>

namespace poise::internal::experiments {
namespace {

constexpr int grid_bits = 30; // what the command uses within a bound

Contender without_bound(std::string name, std::string_view method, const Rho &rho) {
  return {std::move(name), [method, rho](const Sample &sample, Bits &bits) -> Result<std::vector<double>> {
            auto estimate = find_mean_method(method).value().run(
                sample.table, std::nullopt, Grant<Rho>::open(rho), bits, {}, RunOptions{.threads = 1});
            if (!estimate) return estimate.error();
            return std::move(estimate->value);
          }};
}

// Standard normal columns, moved and measured in another unit; no cell of them is beyond 6.
struct Place {
  std::string_view panel;
  double mean, std;
  std::string_view tight_bound;
};

Setting setting_at(const Place &place, std::size_t columns) {
  const Rho rho = rho_of(1, 2);
  const Public known{Grid::within(place.tight_bound, grid_bits).value(), rho, std::nullopt};
  std::vector<Contender> contenders = {instance_optimal("instance-optimal, bound given", known),
                                       without_bound("instance-optimal, none", "instance-optimal", rho),
                                       plan("plan, bound given", known),
                                       without_bound("plan, none", "plan", rho)};
  if (place.mean == 0) { // around zero, where it is good
    contenders.push_back(clipped("clipped, bound given", known));
    contenders.push_back(without_bound("clipped, none", "clipped", rho));
  }
  return {.panel = std::string(place.panel),
          .x = static_cast<double>(columns),
          .draw =
              [place, columns](Bits &bits) {
                Sample sample = equal_columns(columns, place.mean, place.std * place.std)(bits);
                sample.truth = sample.mean; // what privacy costs, without what chance costs anyway
                return sample;
              },
          .contenders = std::move(contenders),
          .error_scale = 1 / place.std};
}

Result<std::vector<Setting>> settings(const DataSources &) {
  constexpr std::array<Place, 4> places = {{{"as it is", 0, 1, "6"},
                                            {"shifted by 10^6", 1e6, 1, "1000006"},
                                            {"times 10^9", 0, 1e9, "6e9"},
                                            {"times 10^-9", 0, 1e-9, "6e-9"}}};
  std::vector<Setting> all;
  for (const Place &place : places)
    for (const std::size_t columns : powers_of_two(4, 9)) all.push_back(setting_at(place, columns));
  return all;
}

} // namespace

const Figure bounds_free = {.name = "bounds-free",
                            .title = "N(0, I), n = 4000, rho = 0.5: distance to the sample mean, in standard "
                                     "deviations, with the tightest bound given and with none",
                            .x_title = "d",
                            .x_scale = Scale::log2,
                            .needs_mnist = false,
                            .settings = settings};

} // namespace poise::internal::experiments
