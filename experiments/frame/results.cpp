// Points in the order of the figure, whoever asks.
#include "experiments/frame/results.h"

#include <algorithm>
#include <fmt/format.h>

namespace poise::experiments {
namespace {

// Where `make` comes in if it is not there yet.
template <class T, class Make>
T &find_or_add(std::vector<T> &all, std::string_view name, std::string T::*key, Make make) {
  const auto found = std::ranges::find(all, name, key);
  return found != all.end() ? *found : all.emplace_back(make());
}

void put(Chart &chart, const Figure &figure, std::string_view panel, std::string_view series, double x,
         double y) {
  Panel &frame = find_or_add(chart.panels, panel, &Panel::title, [&] {
    return Panel{
        std::string(panel), {std::string(figure.x_title), figure.x_scale}, {"l2 error", Scale::log10}, {}};
  });
  Series &line = find_or_add(frame.series, series, &Series::name, [&] {
    return Series{std::string(series), {}, {}};
  });
  line.x.push_back(x);
  line.y.push_back(y);
}

// Titles and names have commas in them.
std::string in_quotes(std::string_view text) { return fmt::format("\"{}\"", text); }

} // namespace

std::string to_csv(const Figure &figure, const std::vector<Point> &points) {
  std::string text = "figure,panel,x_name,x,series,trials,trimmed_mean,mean,median,sd\n";
  for (const Point &point : points)
    text +=
        fmt::format("{},{},{},{},{},{},{:.6g},{:.6g},{:.6g},{:.6g}\n", figure.name, in_quotes(point.panel),
                    in_quotes(figure.x_title), point.x, in_quotes(point.series), point.trials,
                    point.error.trimmed_mean, point.error.mean, point.error.median, point.error.sd);
  for (const Published &other : figure.published)
    text += fmt::format("{},{},{},{},{},,,{:.6g},,\n", figure.name, in_quotes(other.panel),
                        in_quotes(figure.x_title), other.x, in_quotes(other.series), other.mean);
  return text;
}

Chart to_chart(const Figure &figure, const std::vector<Point> &points) {
  Chart chart{std::string(figure.title), {}};
  for (const Point &point : points)
    put(chart, figure, point.panel, point.series, point.x,
        figure.published.empty() ? point.error.trimmed_mean : point.error.mean);
  for (const Published &other : figure.published)
    put(chart, figure, other.panel, other.series, other.x, other.mean);
  return chart;
}

} // namespace poise::experiments
