// Theorems about the universal estimators as slopes: what privacy costs, against n, at epsilon = 1.
#include "experiments/universal/slopes.h"

#include "experiments/figures.h"
#include "experiments/universal/comparison.h"
#include "experiments/universal/distributions.h"
#include "experiments/universal/universal_contenders.h"

#include <array>
#include <cmath>
#include <fmt/format.h>

namespace poise::internal::experiments {
namespace {

constexpr std::array<std::size_t, 7> sizes = {1'000, 3'000, 10'000, 30'000, 100'000, 300'000, 1'000'000};
constexpr double enough_rows = 10'000; // from here on nobody is short of rows
constexpr TenthsOfEpsilon one{10};

// One theorem on one distribution.
struct Law {
  std::string_view panel;
  std::string_view distribution;
  Statistic statistic;
  double shift = 0; // where the numbers lie
};

constexpr std::array<Law, 7> laws = {{{"normal mean, at 0", "normal(0, 1)", Statistic::mean},
                                      {"normal mean, at 10^3", "normal(0, 1)", Statistic::mean, 1e3},
                                      {"normal mean, at 10^6", "normal(0, 1)", Statistic::mean, 1e6},
                                      {"t(3) mean", "t(3)", Statistic::mean},
                                      {"Pareto(3) mean", "Pareto(3)", Statistic::mean},
                                      {"normal variance", "normal(0, 1)", Statistic::variance},
                                      {"normal IQR", "normal(0, 1)", Statistic::iqr}}};

// The sample's variance is not what pairs estimate without any noise: there, privacy is measured by itself.
Contender contender(Statistic statistic, UniversalVersion version) {
  return statistic == Statistic::variance ? privacy_error_of_variance(version, one)
                                          : universal(statistic, version, one);
}

auto of_sample(Statistic statistic) {
  return statistic == Statistic::mean ? mean_of : statistic == Statistic::variance ? variance_of : iqr_of;
}

Result<std::vector<Setting>> settings(const DataSources &) {
  std::vector<Setting> all;
  for (const Law &law : laws)
    for (const std::size_t rows : sizes) {
      const Distribution &distribution = distribution_named(law.distribution);
      const double unit =
          law.statistic == Statistic::variance ? distribution.iqr * distribution.iqr : distribution.iqr;
      all.push_back({.panel = std::string(law.panel),
                     .x = static_cast<double>(rows),
                     .draw = drawing(distribution, rows, of_sample(law.statistic), law.shift),
                     .contenders = {contender(law.statistic, UniversalVersion::published),
                                    contender(law.statistic, UniversalVersion::tuned)},
                     .error_scale = 1 / unit,
                     .error_norm = 1});
    }
  return all;
}

std::string slope_line(const Figure &figure, const std::vector<Point> &points, const Point &of,
                       double least) {
  const auto told = [&](ErrorMeasure measure) {
    const auto line = slope_of(points, of.panel, of.series, least, measure);
    return line ? fmt::format("{:.4f},{:.4f}", line->slope, line->slope_std_error) : ",";
  };
  return fmt::format("{},slope,\"{}\",\"{}\",{},,,,,,{},{}\n", figure.name, of.panel, of.series, least,
                     told(ErrorMeasure::rmse), told(ErrorMeasure::median));
}

} // namespace

std::optional<Line> slope_of(const std::vector<Point> &points, std::string_view panel,
                             std::string_view series, double least, ErrorMeasure measure) {
  std::vector<double> x, y;
  for (const Point &point : points) {
    const double error = measure == ErrorMeasure::rmse ? point.error.rmse : point.error.median;
    if (point.panel != panel || point.series != series || point.x < least || !(error > 0)) continue;
    x.push_back(std::log(point.x));
    y.push_back(std::log(error));
  }
  if (x.size() < 3) return std::nullopt;
  return least_squares(x, y);
}

std::string slopes_table(const Figure &figure, const std::vector<Point> &points) {
  std::string text = "figure,kind,panel,series,n,trials,refusals,rmse,rmse_std_error,median,"
                     "rmse_slope,its_std_error,median_slope,its_std_error_too\n";
  for (const Point &point : points) {
    text += fmt::format("{},point,\"{}\",\"{}\",{},{},{},", figure.name, point.panel, point.series, point.x,
                        point.trials, point.refusals);
    text += point.refusals == point.trials ? ",,"
                                           : fmt::format("{:.6g},{:.3g},{:.6g}", point.error.rmse,
                                                         point.error.rmse_std_error, point.error.median);
    text += ",,,,\n";
  }
  for (const Point &point : points)
    if (point.x == static_cast<double>(sizes.front()))
      for (const double least : {point.x, enough_rows}) text += slope_line(figure, points, point, least);
  return text;
}

const Figure universal_slopes = {.name = "universal-slopes",
                                 .title = "What privacy costs at epsilon = 1: error to the sample's own",
                                 .x_title = "n",
                                 .x_scale = Scale::log10,
                                 .needs_mnist = false,
                                 .settings = settings,
                                 .y_title = "RMSE, in units of the IQR",
                                 .own_table = slopes_table,
                                 .own_chart = rmse_chart};

} // namespace poise::internal::experiments
