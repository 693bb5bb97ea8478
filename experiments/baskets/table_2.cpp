// Table 2 of the PLAN paper: private variances of one normal column, by quantiles or by pairs of rows.
#include "experiments/figures.h"
#include "experiments/frame/normal_setting.h"
#include "poise/aggregate/exact/sorted_columns.h"
#include "poise/base/nearest_double.h"
#include "poise/estimate/plan/private_variances.h"
#include "poise/grid/on_grid.h"
#include "poise/mechanism/exponential_quantile.h"

#include <array>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace poise::internal::experiments {
namespace {

constexpr std::size_t rows = 10'000;
constexpr int mean = 10;

// Cells within 50, in steps of a millionth: the smaller standard deviation is 30,000 of them.
constexpr int exponent = -20;
constexpr std::int64_t cells_in_one = std::int64_t{1} << -exponent;

// The published text defines the relative error of the variance. Its numbers are those of the standard
// deviation: a quantile of 0.75 is 0.674 standard deviations above the mean, which is 33% off, and its square
// 55%.
enum class Measure { standard_deviation, variance };

constexpr std::string_view name_of(Measure measure) {
  return measure == Measure::variance ? "variance" : "standard deviation";
}

// The variance of the one column, in squared cells.
using Estimator = Result<double> (*)(const std::shared_ptr<const GridRows> &, Grant<Rho>, Bits &);

Result<double> only(const Result<PrivateVariances> &found) {
  if (!found) return found.error();
  return found->values[0];
}

// "Given an estimate of the mean": the mean itself, so that errors are those of the spread alone.
template <int thousandths>
Result<double> direct(const std::shared_ptr<const GridRows> &cells, Grant<Rho> grant, Bits &bits) {
  constexpr std::array centre = {mean * cells_in_one};
  return only(direct_variances(*cells, centre, {ratio(thousandths, 1000), 1}, std::move(grant), bits));
}

// The same when nobody gives it: half of the budget goes to a private median.
Result<double> direct_alone(const std::shared_ptr<const GridRows> &cells, Grant<Rho> grant, Bits &bits) {
  constexpr std::array halves = {1U, 1U};
  auto grants = std::move(grant).split(halves);
  const auto sorted = SortedColumns::of(*cells, {.threads = 1});
  if (!sorted) return sorted.error();
  const auto median = exponential_quantiles(*sorted, rows / 2, std::move(grants[0]), bits);
  if (!median) return median.error();
  return only(
      direct_variances(*cells, median->value().values, {ratio(841, 1000), 1}, std::move(grants[1]), bits));
}

template <std::size_t k>
Result<double> general(const std::shared_ptr<const GridRows> &cells, Grant<Rho> grant, Bits &bits) {
  return only(private_variances(cells, k, std::move(grant), bits));
}

constexpr std::array<std::pair<const char *, Estimator>, 6> methods = {
    {{"direct-075", direct<750>},
     {"direct-0841", direct<841>},
     {"direct-09", direct<900>},
     {"general (k=1)", general<1>},
     {"general (k=4)", general<4>},
     {"direct-0841, mean not given", direct_alone}}};

Contender contender(const char *name, Estimator estimator, const Rho &rho, Measure measure) {
  return {name, [=](const Sample &sample, Bits &bits) -> Result<std::vector<double>> {
            const Grid grid = Grid::of(exponent, 50 * cells_in_one).value();
            const auto cells = on_grid(sample.table, grid, {.threads = 1});
            if (!cells) return cells.error();
            const auto found = estimator(*cells, Grant<Rho>::open(rho), bits);
            if (!found) return found.error();
            const double std = std::sqrt(*found) * nearest_double(grid.step());
            return std::vector{measure == Measure::variance ? std * std : std};
          }};
}

Setting setting(Measure measure, const std::string &panel, double variance, const Rho &rho) {
  const double std = std::sqrt(variance), truth = measure == Measure::variance ? variance : std;
  std::vector<Contender> contenders;
  for (const auto &[name, estimator] : methods)
    contenders.push_back(contender(name, estimator, rho, measure));
  return {.panel = panel,
          .x = variance,
          .draw =
              [std, truth](Bits &bits) {
                const std::array<double, 1> means = {mean}, stds = {std};
                Sample sample = normal_sample(rows, means, stds, bits);
                sample.truth = {truth};
                return sample;
              },
          .contenders = std::move(contenders),
          .error_scale = 1 / truth};
}

Result<std::vector<Setting>> settings(const DataSources &) {
  std::vector<Setting> all;
  for (const Measure measure : {Measure::standard_deviation, Measure::variance})
    for (const int thousandths : {1, 10})
      for (const double variance : {0.001, 1.0})
        all.push_back(setting(measure, fmt::format("{}, rho = {}", name_of(measure), thousandths / 1000.0),
                              variance, rho_of(thousandths, 1000)));
  return all;
}

constexpr std::string_view small = "standard deviation, rho = 0.001",
                           large = "standard deviation, rho = 0.01";
constexpr auto published = std::to_array<Published>({
    {small, 0.001, "published direct-075", 0.332},    {small, 1, "published direct-075", 0.308},
    {small, 0.001, "published direct-0841", 0.033},   {small, 1, "published direct-0841", 0.042},
    {small, 0.001, "published direct-09", 0.279},     {small, 1, "published direct-09", 0.314},
    {small, 0.001, "published general (k=1)", 0.027}, {small, 1, "published general (k=1)", 0.025},
    {small, 0.001, "published general (k=4)", 0.017}, {small, 1, "published general (k=4)", 0.012},
    {large, 0.001, "published direct-075", 0.313},    {large, 1, "published direct-075", 0.322},
    {large, 0.001, "published direct-0841", 0.024},   {large, 1, "published direct-0841", 0.011},
    {large, 0.001, "published direct-09", 0.305},     {large, 1, "published direct-09", 0.265},
    {large, 0.001, "published general (k=1)", 0.011}, {large, 1, "published general (k=1)", 0.020},
    {large, 0.001, "published general (k=4)", 0.007}, {large, 1, "published general (k=4)", 0.006},
});

} // namespace

const Figure plan_table_2 = {.name = "plan-table2",
                             .title = "Private variances of one column from N(10, s^2), n = 10,000",
                             .x_title = "s^2",
                             .x_scale = Scale::log10,
                             .needs_mnist = false,
                             .settings = settings,
                             .published = published,
                             .y_title = "relative error"};

} // namespace poise::internal::experiments
