// A column's quantiles as dots on its own axis, like a box plot that says which share lies below each dot.
#include "poise/report/html/html_axis.h"
#include "poise/report/html/html_estimates.h"
#include "poise/report/html/html_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <optional>

namespace poise::internal::html {
namespace {

constexpr double label_room = 8; // percent of the axis, so that labels stay apart on a phone

std::string share(double q) { return fmt::format("{:g}", q); }

std::optional<double> value_at(const Summary &summary, std::size_t column, double q) {
  for (const Summary::Quantile &quantile : summary.quantiles)
    if (quantile.q == q) return quantile.value[column];
  return std::nullopt;
}

// The quantiles' places in the summary, from the smallest q to the largest.
std::vector<std::size_t> in_order(const Summary &summary) {
  std::vector<std::size_t> order(summary.quantiles.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return summary.quantiles[a].q < summary.quantiles[b].q;
  });
  return order;
}

std::string dots(const Summary &summary, std::size_t column, const Axis &axis,
                 const std::vector<std::size_t> &order) {
  std::string text;
  double free_from = -label_room;
  for (const std::size_t k : order) {
    const double place = axis.place(summary.quantiles[k].value[column]);
    const bool median = summary.quantiles[k].q == 0.5;
    text += fmt::format(R"(<circle class="{}" cx="{}%" cy="26" r="{}"/>)", median ? "dot median" : "dot",
                        coordinate(place), median ? "5.5" : "4");
    if (place < free_from) continue;
    const char *const anchor = place < 4 ? "start" : place > 96 ? "end" : "middle";
    const std::string x = place < 4 ? "0" : place > 96 ? "100%" : coordinate(place) + "%";
    text += fmt::format(R"(<text class="q" x="{}" y="13" text-anchor="{}"{}>{}</text>)", x, anchor,
                        carries(summary.quantiles[k].q, fmt::format("/value/{}/q", k)),
                        share(summary.quantiles[k].q));
    free_from = place + label_room;
  }
  return text;
}

std::string picture(const Summary &summary, std::size_t column, const std::vector<std::size_t> &order) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const Summary::Quantile &quantile : summary.quantiles) {
    if (!std::isfinite(quantile.value[column])) return "";
    low = std::min(low, quantile.value[column]);
    high = std::max(high, quantile.value[column]);
  }
  const Axis axis(low, high);
  if (!axis.drawable()) return "";
  std::string svg = fmt::format(
      R"(<svg class="strip" width="100%" height="54" role="img"><title>Quantiles of {}</title><desc>{} from {} to {}</desc>)",
      escaped(summary.columns[column]), counted(order.size(), "quantile"), six_digits(low), six_digits(high));
  svg += axis.ticks(19, 37, true);
  const auto first = value_at(summary, column, 0.25), third = value_at(summary, column, 0.75);
  if (first && third)
    svg += fmt::format(R"(<rect class="bar" x="{}%" width="{}%" y="20" height="12"/>)",
                       coordinate(std::min(axis.place(*first), axis.place(*third))),
                       coordinate(std::abs(axis.place(*third) - axis.place(*first))));
  svg += fmt::format(R"(<line class="span" x1="{}%" x2="{}%" y1="26" y2="26"/>)", coordinate(axis.place(low)),
                     coordinate(axis.place(high)));
  return svg + dots(summary, column, axis, order) + "</svg>";
}

std::string rank(const Summary &summary, std::size_t column) {
  if (summary.rank_errors.empty()) return "";
  return fmt::format(R"(<span class="rank">rank ± <span{}>{}</span> rows</span>)",
                     carries_whole(summary.rank_errors[column], fmt::format("/rank_error/rows/{}", column)),
                     whole(summary.rank_errors[column]));
}

} // namespace

std::string quantile_cards(const Summary &summary, std::size_t first, std::size_t last) {
  const std::vector<std::size_t> order = in_order(summary);
  std::string text;
  for (std::size_t column = first; column < last; ++column) {
    text +=
        fmt::format("<article class=\"quantiles\">\n<h3>{}{}</h3>\n{}\n<dl>", name(summary.columns[column]),
                    rank(summary, column), picture(summary, column, order));
    for (const std::size_t k : order)
      text += fmt::format(
          "<div><dt>q = <span{}>{}</span></dt><dd{}>{}</dd></div>",
          carries(summary.quantiles[k].q, fmt::format("/value/{}/q", k)), share(summary.quantiles[k].q),
          carries(summary.quantiles[k].value[column], fmt::format("/value/{}/value/{}", k, column)),
          six_digits(summary.quantiles[k].value[column]));
    text += "</dl>\n</article>\n";
  }
  return text;
}

std::string quantile_table(const Summary &summary, std::size_t first, std::size_t last) {
  const std::vector<std::size_t> order = in_order(summary);
  std::string text = "<table class=\"plain\">\n<thead><tr><th scope=\"col\">Column</th>";
  for (const std::size_t k : order)
    text += fmt::format("<th scope=\"col\" class=\"right\">q = {}</th>", share(summary.quantiles[k].q));
  text += "<th scope=\"col\" class=\"right\">Rank</th></tr></thead>\n<tbody>\n";
  for (std::size_t column = first; column < last; ++column) {
    text += fmt::format("<tr><th scope=\"row\">{}</th>", name(summary.columns[column]));
    for (const std::size_t k : order) {
      const double value = summary.quantiles[k].value[column];
      text += fmt::format("<td{}>{}</td>", carries(value, fmt::format("/value/{}/value/{}", k, column)),
                          six_digits(value));
    }
    text += fmt::format("<td>{}</td></tr>\n", rank(summary, column));
  }
  return text + "</tbody>\n</table>\n";
}

} // namespace poise::internal::html
