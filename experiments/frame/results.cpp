// Points in the order of the figure, whoever asks.
#include "experiments/frame/results.h"

#include <algorithm>
#include <fmt/format.h>

namespace poise::internal::experiments {
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
    return Panel{std::string(panel),
                 {std::string(figure.x_title), figure.x_scale},
                 {std::string(figure.y_title), Scale::log10},
                 {}};
  });
  Series &line = find_or_add(frame.series, series, &Series::name, [&] {
    return Series{std::string(series), {}, {}};
  });
  line.x.push_back(x);
  line.y.push_back(y);
}

// Calls `show` with every published result and its panel; one without a panel stands in all there are.
template <class Show>
void each_published(const Figure &figure, const std::vector<Point> &points, const Show &show) {
  std::vector<std::string> panels;
  for (const Point &point : points)
    if (std::ranges::find(panels, point.panel) == panels.end()) panels.push_back(point.panel);
  for (const Published &other : figure.published) {
    if (!other.panel.empty())
      show(std::string(other.panel), other);
    else
      for (const std::string &panel : panels) show(panel, other);
  }
}

// Titles and names have commas in them.
std::string in_quotes(std::string_view text) { return fmt::format("\"{}\"", text); }

} // namespace

std::string to_csv(const Figure &figure, const std::vector<Point> &points) {
  if (figure.own_table != nullptr) return figure.own_table(figure, points);
  std::string text = "figure,panel,x_name,x,series,trials,trimmed_mean,mean,median,sd\n";
  for (const Point &point : points)
    text +=
        fmt::format("{},{},{},{},{},{},{:.6g},{:.6g},{:.6g},{:.6g}\n", figure.name, in_quotes(point.panel),
                    in_quotes(figure.x_title), point.x, in_quotes(point.series), point.trials,
                    point.error.trimmed_mean, point.error.mean, point.error.median, point.error.sd);
  each_published(figure, points, [&](const std::string &panel, const Published &other) {
    text += fmt::format("{},{},{},{},{},,,{:.6g},,{}\n", figure.name, in_quotes(panel),
                        in_quotes(figure.x_title), other.x, in_quotes(other.series), other.mean,
                        other.sd ? fmt::format("{:.6g}", *other.sd) : "");
  });
  return text;
}

Chart to_chart(const Figure &figure, const std::vector<Point> &points) {
  if (figure.own_chart != nullptr) return figure.own_chart(figure, points);
  Chart chart{std::string(figure.title), {}};
  for (const Point &point : points)
    put(chart, figure, point.panel, point.series, point.x,
        figure.published.empty() ? point.error.trimmed_mean : point.error.mean);
  each_published(figure, points, [&](const std::string &panel, const Published &other) {
    put(chart, figure, panel, other.series, other.x, other.mean);
  });
  return chart;
}

} // namespace poise::internal::experiments
