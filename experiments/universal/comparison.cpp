// A cell is a panel and a place on its x axis.
#include "experiments/universal/comparison.h"

#include "poise/estimate/universal/universal_options.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace poise::internal::experiments {
namespace {

// Where nothing was found, answers may be anywhere among the doubles: one such point would leave no room for
// the others. The table has it.
constexpr double beyond_drawing = 1e15, no_place = std::numeric_limits<double>::quiet_NaN();

bool answered(const Point &point) { return point.refusals == 0; }

bool is(const Point &point, UniversalVersion version) { return point.series == name_of(version); }

// The same cell by another series; a cell without one is no reason to stop.
const Point *published_beside(const Point &tuned, const std::vector<Point> &points) {
  const auto found = std::ranges::find_if(points, [&](const Point &point) {
    return point.panel == tuned.panel && point.x == tuned.x && is(point, UniversalVersion::published);
  });
  return found == points.end() ? nullptr : &*found;
}

// Of the logarithm of the ratio of two RMSE over the same trials. Shares of mean squares, not squares: those
// of far answers are beyond all doubles.
double paired_std_error(const Point &a, const Point &b) {
  const std::size_t trials = std::min(a.errors.size(), b.errors.size());
  double squares = 0;
  for (std::size_t i = 0; i < trials; ++i)
    squares += std::pow(std::pow(a.errors[i] / a.error.rmse, 2) - std::pow(b.errors[i] / b.error.rmse, 2), 2);
  const auto n = static_cast<double>(trials);
  return trials < 2 ? 0 : std::sqrt(squares / (n - 1) / n) / 2;
}

// What a point promises, if it promises anything.
using Limit = std::optional<double> (*)(const Point &);

std::string who_refuses(const Point &tuned, const Point &published) {
  if (answered(tuned)) return "universal refuses";
  return answered(published) ? "universal-tuned refuses" : "both refuse";
}

std::string verdict_on(const Point &tuned, const std::vector<Point> &points, Limit limit) {
  const Point *const published = published_beside(tuned, points);
  if (published == nullptr) return ",,";
  const auto comparison = against_published(tuned, points);
  if (!comparison) return ",," + who_refuses(tuned, *published);
  const std::optional<double> most = limit(tuned);
  return fmt::format("{:.4f},{:.4f},{}", comparison->ratio, comparison->std_error,
                     !most                        ? ""
                     : comparison->ratio <= *most ? "holds"
                                                  : "fails");
}

std::string errors_of(const Point &point) {
  if (point.refusals == point.trials) return ",,,,";
  return fmt::format("{:.6g},{:.3g},{:.6g},{:.6g},{:.6g}", point.error.rmse, point.error.rmse_std_error,
                     point.error.median, point.error.mean, point.error.sd);
}

std::string table_against(Limit limit, const Figure &figure, const std::vector<Point> &points) {
  std::string text = "figure,panel,x_name,x,series,trials,refusals,rmse,rmse_std_error,median,mean,sd,"
                     "tuned_over_universal,its_std_error,verdict\n";
  for (const Point &point : points)
    text += fmt::format("{},\"{}\",\"{}\",{},\"{}\",{},{},{},{}\n", figure.name, point.panel, figure.x_title,
                        point.x, point.series, point.trials, point.refusals, errors_of(point),
                        is(point, UniversalVersion::tuned) ? verdict_on(point, points, limit) : ",,");
  return text;
}

} // namespace

std::optional<Comparison> against_published(const Point &tuned, const std::vector<Point> &points) {
  const Point *const published = published_beside(tuned, points);
  if (published == nullptr || !answered(tuned) || !answered(*published)) return std::nullopt;
  if (tuned.error.rmse == published->error.rmse) return Comparison{1, 0}; // as where both are exact
  const double ratio = tuned.error.rmse / published->error.rmse;
  if (tuned.error.rmse == 0 || published->error.rmse == 0) return Comparison{ratio, 0};
  return Comparison{ratio, ratio * paired_std_error(tuned, *published)};
}

std::string never_worse_table(const Figure &figure, const std::vector<Point> &points) {
  return table_against([](const Point &) { return std::optional(never_worse_than); }, figure, points);
}

std::string shining_table(const Figure &figure, const std::vector<Point> &points) {
  return table_against(
      [](const Point &point) { return point.x == 1 ? std::optional(at_most_where_it_shines) : std::nullopt; },
      figure, points);
}

Chart rmse_chart(const Figure &figure, const std::vector<Point> &points) {
  Chart chart{std::string(figure.title), {}, false};
  for (const Point &point : points) {
    if (chart.panels.empty() || chart.panels.back().title != point.panel)
      chart.panels.push_back({point.panel,
                              {std::string(figure.x_title), figure.x_scale},
                              {std::string(figure.y_title), Scale::log10},
                              {}});
    std::vector<Series> &lines = chart.panels.back().series;
    auto line = std::ranges::find(lines, point.series, &Series::name);
    if (line == lines.end()) line = lines.insert(lines.end(), Series{point.series, {}, {}});
    line->x.push_back(point.x);
    line->y.push_back(point.error.rmse < beyond_drawing ? point.error.rmse : no_place);
  }
  return chart;
}

} // namespace poise::internal::experiments
