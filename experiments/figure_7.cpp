// Figure 7: which quantile of the norms to clip at; rows i * (1, …, 1), i = 1 … 500.
#include "experiments/figures.h"
#include "experiments/frame/normal_setting.h"

#include <array>
#include <utility>

namespace poise::internal::experiments {
namespace {

constexpr std::size_t rows = 500;

Sample ramp(std::size_t columns) {
  std::vector<double> cells;
  cells.reserve(rows * columns);
  for (std::size_t i = 1; i <= rows; ++i) cells.insert(cells.end(), columns, static_cast<double>(i));
  return sample_of(columns, std::move(cells));
}

std::vector<Contender> contenders(const Public &known) {
  std::vector<Contender> all;
  for (const int percent : {50, 75, 85, 95})
    all.push_back(clipped(std::to_string(percent) + "%", known, {.clip_quantile = ratio(percent, 100)}));
  all.push_back(clipped("Ours", known));
  return all;
}

Result<std::vector<Setting>> settings(const DataSources &) {
  constexpr std::array<std::pair<std::string_view, int>, 3> budgets = {
      {{"rho = 0.1", 1}, {"rho = 0.5", 5}, {"rho = 1", 10}}};
  std::vector<Setting> all;
  for (const auto &[panel, tenths] : budgets)
    for (const std::size_t columns : powers_of_two(7, 15))
      all.push_back({.panel = std::string(panel),
                     .x = static_cast<double>(columns),
                     .draw = [columns](Bits &) { return ramp(columns); },
                     .contenders = contenders({Grid::of(0, rows).value(), rho_of(tenths, 10), std::nullopt}),
                     .error_scale = static_cast<double>(rows)}); // the paper draws errors of the sum
  return all;
}

} // namespace

const Figure figure_7 = {.name = "fig7",
                         .title = "clipping at quantiles of the norms, sum of i * (1, ..., 1), i = 1 ... 500",
                         .x_title = "d",
                         .x_scale = Scale::log2,
                         .needs_mnist = false,
                         .settings = settings};

} // namespace poise::internal::experiments
