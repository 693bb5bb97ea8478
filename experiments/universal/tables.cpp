// Mean, variance and interquartile range of seven distributions: universal estimators and what people do
// today.
#include "experiments/figures.h"
#include "experiments/universal/comparison.h"
#include "experiments/universal/distributions.h"
#include "experiments/universal/universal_contenders.h"

#include <array>
#include <fmt/format.h>

namespace poise::internal::experiments {
namespace {

constexpr std::array<std::size_t, 3> sizes = {2'000, 20'000, 200'000};
constexpr std::array<TenthsOfEpsilon, 3> budgets = {{{1}, {5}, {10}}};

// Errors are in units of the population's interquartile range, or of its square.
template <Statistic statistic, double (*of_sample)(std::span<const double>)>
Result<std::vector<Setting>> settings(const DataSources &) {
  std::vector<Setting> all;
  for (const Distribution &distribution : tuned_on())
    for (const TenthsOfEpsilon epsilon : budgets)
      for (const std::size_t rows : sizes) {
        const double unit =
            statistic == Statistic::variance ? distribution.iqr * distribution.iqr : distribution.iqr;
        all.push_back({.panel = fmt::format("{}, epsilon = {}", distribution.name, epsilon.value()),
                       .x = static_cast<double>(rows),
                       .draw = drawing(distribution, rows, of_sample),
                       .contenders = contenders_for(statistic, epsilon),
                       .error_scale = 1 / unit,
                       .error_norm = 1});
      }
  return all;
}

} // namespace

const Figure universal_means = {.name = "universal-mean",
                                .title = "Private means of one column: error to the sample's own mean",
                                .x_title = "n",
                                .x_scale = Scale::log10,
                                .needs_mnist = false,
                                .settings = settings<Statistic::mean, mean_of>,
                                .y_title = "RMSE / IQR",
                                .own_table = never_worse_table,
                                .own_chart = rmse_chart};

const Figure universal_variances = {.name = "universal-variance",
                                    .title =
                                        "Private variances of one column: error to the sample's own variance",
                                    .x_title = "n",
                                    .x_scale = Scale::log10,
                                    .needs_mnist = false,
                                    .settings = settings<Statistic::variance, variance_of>,
                                    .y_title = "RMSE / IQR^2",
                                    .own_table = never_worse_table,
                                    .own_chart = rmse_chart};

const Figure universal_iqrs = {.name = "universal-iqr",
                               .title =
                                   "Private interquartile ranges of one column: error to the sample's own",
                               .x_title = "n",
                               .x_scale = Scale::log10,
                               .needs_mnist = false,
                               .settings = settings<Statistic::iqr, iqr_of>,
                               .y_title = "RMSE / IQR",
                               .own_table = never_worse_table,
                               .own_chart = rmse_chart};

} // namespace poise::internal::experiments
