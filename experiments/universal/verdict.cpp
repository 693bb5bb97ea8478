// universal-tuned against universal around the place where its constants were chosen, on old and new
// distributions.
#include "experiments/figures.h"
#include "experiments/universal/comparison.h"
#include "experiments/universal/distributions.h"
#include "experiments/universal/universal_contenders.h"

#include <array>

namespace poise::internal::experiments {
namespace {

constexpr std::size_t rows = 10'000;
constexpr std::array<TenthsOfEpsilon, 3> budgets = {{{5}, {10}, {20}}}; // the verdict is about 1
constexpr std::array<std::string_view, 6> names = {"normal(0, 1)", "Laplace(1)", "t(3)",
                                                   "logistic",     "gamma(2)",   "5% contaminated"};

Result<std::vector<Setting>> settings(const DataSources &) {
  std::vector<Setting> all;
  for (const std::string_view name : names)
    for (const TenthsOfEpsilon epsilon : budgets) {
      const Distribution &distribution = distribution_named(name);
      all.push_back({.panel = std::string(name),
                     .x = epsilon.value(),
                     .draw = drawing(distribution, rows, mean_of),
                     .contenders = {universal(Statistic::mean, UniversalVersion::published, epsilon),
                                    universal(Statistic::mean, UniversalVersion::tuned, epsilon)},
                     .error_scale = 1 / distribution.iqr,
                     .error_norm = 1});
    }
  return all;
}

} // namespace

const Figure universal_verdict = {.name = "universal-verdict",
                                  .title = "Private means of 10,000 rows: error to the sample's own mean",
                                  .x_title = "epsilon",
                                  .x_scale = Scale::log2,
                                  .needs_mnist = false,
                                  .settings = settings,
                                  .y_title = "RMSE / IQR",
                                  .own_table = shining_table,
                                  .own_chart = rmse_chart};

} // namespace poise::internal::experiments
