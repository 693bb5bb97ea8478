// Bars start at zero. Columns of similar size share one axis; others have one each, or small ones would
// vanish.
#include "poise/report/html/html_estimates.h"

#include "poise/report/html/html_axis.h"
#include "poise/report/html/html_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <vector>

namespace poise::internal::html {
namespace {

// Columns share an axis when the largest is at most so many times the middle one, and the smallest.
constexpr double times_the_middle = 8, times_the_smallest = 100;

constexpr std::size_t long_table = 12; // a longer one shows its axis at both ends

bool ranked(const Summary &summary) { return !summary.rank_errors.empty(); }

struct Reach {
  double low, high;
};

// From zero to the far end of the interval, or of the value where there is none.
Reach reach(const Summary &summary, std::size_t i) {
  Reach result{std::min(0.0, summary.value[i]), std::max(0.0, summary.value[i])};
  if (!ranked(summary)) {
    result.low = std::min(result.low, summary.low[i]);
    result.high = std::max(result.high, summary.high[i]);
  }
  return result;
}

// One axis for all columns that have a picture, if it does them justice.
std::optional<Axis> shared_axis(const Summary &summary, std::size_t pictures) {
  if (pictures < 2) return std::nullopt;
  double low = 0, high = 0;
  std::vector<double> sizes;
  for (std::size_t i = 0; i < pictures; ++i) {
    const Reach one = reach(summary, i);
    if (!std::isfinite(one.high - one.low)) return std::nullopt;
    low = std::min(low, one.low);
    high = std::max(high, one.high);
    sizes.push_back(one.high - one.low);
  }
  std::sort(sizes.begin(), sizes.end());
  const double middle = sizes[(pictures - 1) / 2];
  if (sizes.back() > times_the_middle * middle || sizes.back() > times_the_smallest * sizes.front())
    return std::nullopt;
  const Axis axis(low, high);
  return axis.drawable() ? std::optional(axis) : std::nullopt;
}

std::string said(const Summary &summary, std::size_t i) {
  const double noise = ranked(summary) ? 0 : summary.noise_std[i];
  const std::string value = number(summary.value[i], noise);
  if (ranked(summary)) return value;
  return fmt::format("{}, {} interval from {} to {}", value, percent(summary.level),
                     number(summary.low[i], noise), number(summary.high[i], noise));
}

std::string picture(const Summary &summary, std::size_t i, const Axis &axis, bool own) {
  if (!axis.drawable() || !std::isfinite(summary.value[i])) return "";
  const double zero = axis.place(0), value = axis.place(summary.value[i]);
  std::string svg =
      fmt::format(R"(<svg class="strip" width="100%" height="{}" role="img"><title>{}: {}</title>)",
                  own ? 38 : 24, escaped(summary.columns[i]), said(summary, i));
  svg += axis.ticks(own ? 3 : 0, own ? 23 : 24, own);
  svg += fmt::format(R"(<rect class="bar" x="{}%" width="{}%" y="8" height="10"/>)",
                     coordinate(std::min(zero, value)), coordinate(std::abs(value - zero)));
  if (!ranked(summary)) {
    const std::string low = coordinate(axis.place(summary.low[i]));
    const std::string high = coordinate(axis.place(summary.high[i]));
    svg += fmt::format(R"(<line class="interval" x1="{}%" x2="{}%" y1="13" y2="13"/>)", low, high);
    for (const std::string &end : {low, high})
      svg += fmt::format(R"(<line class="interval" x1="{}%" x2="{}%" y1="8.5" y2="17.5"/>)", end, end);
  }
  svg += fmt::format(R"(<circle class="dot" cx="{}%" cy="13" r="4"/></svg>)", coordinate(value));
  return svg;
}

// Cells of numbers, with a label for narrow screens, where the head of the table is not shown.
std::string cell(const char *kind, const std::string &label, const std::string &carried,
                 const std::string &shown) {
  return fmt::format(R"(<td role="cell" class="{}" data-label="{}"{}>{}</td>)", kind, label, carried, shown);
}

std::string level_words(const Summary &summary) { return percent(summary.level) + " from"; }

std::string numbers(const Summary &summary, std::size_t i) {
  const auto path = [&](const char *key) { return fmt::format("/{}/{}", key, i); };
  if (ranked(summary))
    return cell("value", "", carries(summary.value[i], path("value")), six_digits(summary.value[i])) +
           cell("rank", "rank", carries_whole(summary.rank_errors[i], path("rank_error/rows")),
                "± " + whole(summary.rank_errors[i]) + " rows");
  const double noise = summary.noise_std[i];
  if (std::isnan(summary.value[i]))
    return cell("value", "", "", "unknown") + cell("noise", "noise", "", "") +
           cell("low", level_words(summary), "", "") + cell("high", "to", "", "");
  return cell("value", "", carries(summary.value[i], path("value")), number(summary.value[i], noise)) +
         cell("noise", "noise", carries(noise, path("noise_std")), "± " + number(noise, noise)) +
         cell("low", level_words(summary), carries(summary.low[i], path("interval/low")),
              number(summary.low[i], noise)) +
         cell("high", "to", carries(summary.high[i], path("interval/high")), number(summary.high[i], noise));
}

std::string head(const Summary &summary, bool pictures) {
  const std::string kind = summary.privacy.is_private ? "Private " : "Simulated ";
  const auto th = [](const std::string &text, const char *side) {
    return fmt::format(R"(<th role="columnheader" scope="col"{}>{}</th>)", side, text);
  };
  std::string row = th("Column", "");
  if (pictures) row += th("<span class=\"unseen\">Picture</span>", "");
  const char *const right = " class=\"right\"";
  row += th(kind + statistic_in_words(summary.statistic), right);
  if (ranked(summary))
    row += th("Rank", right);
  else
    row += th("± noise", right) + th(level_words(summary), right) + th("to", right);
  return "<thead role=\"rowgroup\"><tr role=\"row\">" + row + "</tr></thead>\n";
}

// The numbers of the axis that all bars share.
std::string axis_row(const Axis &shared) {
  return "<tr role=\"row\" class=\"axis\" aria-hidden=\"true\"><td></td><td class=\"picture\"><svg "
         "class=\"strip\" width=\"100%\" height=\"18\">" +
         shared.ticks(0, 4, true) + "</svg></td></tr>\n";
}

std::string pictured_table(const Summary &summary, std::size_t pictures, const std::optional<Axis> &shared) {
  std::string text =
      fmt::format("<table role=\"table\" class=\"estimates{}\">\n<caption class=\"unseen\">The "
                  "estimates, with pictures</caption>\n{}<tbody role=\"rowgroup\">\n",
                  shared ? " shared" : "", head(summary, true));
  if (shared && pictures > long_table) text += axis_row(*shared);
  for (std::size_t i = 0; i < pictures; ++i) {
    const Reach one = reach(summary, i);
    const std::string drawn = picture(summary, i, shared ? *shared : Axis(one.low, one.high), !shared);
    text +=
        fmt::format(
            R"(<tr role="row"><th role="rowheader" scope="row">{}</th><td role="cell" class="picture">{}</td>{}</tr>)",
            name(summary.columns[i]), drawn, numbers(summary, i)) +
        "\n";
  }
  if (shared) text += axis_row(*shared);
  return text + "</tbody>\n</table>\n";
}

std::string plain_table(const Summary &summary, std::size_t first, std::size_t last) {
  std::string text = "<table role=\"table\" class=\"plain\">\n" + head(summary, false) + "<tbody>\n";
  for (std::size_t i = first; i < last; ++i)
    text +=
        fmt::format("<tr><th scope=\"row\">{}</th>{}</tr>\n", name(summary.columns[i]), numbers(summary, i));
  return text + "</tbody>\n</table>\n";
}

// The columns after the pictures.
std::string more_columns(const Summary &summary) {
  const std::size_t columns = summary.columns.size();
  if (columns <= most_pictures) return "";
  const std::size_t last = std::min(columns, most_pictures + most_listed);
  std::string text = fmt::format("<details><summary>The next {} of {}, without pictures</summary>\n<div "
                                 "class=\"scroll\" tabindex=\"0\">",
                                 counted(last - most_pictures, "column"), whole(columns));
  text += summary.quantiles.empty() ? plain_table(summary, most_pictures, last)
                                    : quantile_table(summary, most_pictures, last);
  text += "</div></details>\n";
  if (last < columns)
    text +=
        fmt::format("<p class=\"note\">{} more are not listed, to keep this page small. They are in the data "
                    "at its end (<a href=\"#machines\">For machines</a>).</p>\n",
                    counted(columns - last, "column"));
  return text;
}

std::string what_the_picture_shows(const Summary &summary, bool shared) {
  const bool one = summary.columns.size() == 1;
  std::string text;
  if (!summary.quantiles.empty()) {
    text = one ? "Every quantile is a dot on the axis"
               : "Every column has an axis of its own, and every quantile a dot on it";
    return text + "; the bar reaches from the first quartile to the third where both were asked for.";
  }
  text = shared ? "All bars share one axis."
         : one  ? "The bar starts at zero."
                : "Every column has an axis of its own, and every bar starts at zero: compare a bar with its "
                  "own axis, not with its neighbours.";
  if (!ranked(summary))
    text += fmt::format(" The line across the dot is the <span{}>{}</span> interval; where none is seen, the "
                        "interval is narrower than the dot.",
                        carries(summary.level, "/interval/level"), percent(summary.level));
  return text;
}

std::string what_the_numbers_leave_out(const Summary &summary) {
  if (summary.present && !ranked(summary))
    return fmt::format(
        "Noise is the standard deviation of what was added for privacy. The interval is for the {} of "
        "the cells that are there: it covers noise, clipping and missing cells, not chance in who is in "
        "the table.",
        summary.statistic);
  std::string text;
  if (ranked(summary))
    text =
        fmt::format("With <span{}>{}</span> probability, what is found has the rank it should have up to so "
                    "many rows as the rank says, most often far fewer. ",
                    carries(summary.level, "/rank_error/level"), percent(summary.level));
  else
    text = "Noise is the standard deviation of what was added for privacy. The interval covers that noise "
           "alone: not what was cut off or clipped. ";
  if (summary.present) return text + "Missing cells are left out.";
  text += "Missing cells count as 0";
  text += summary.unit ? "; a person’s count only when all of theirs in a column are missing." : ".";
  return text;
}

} // namespace

std::string estimates(const Summary &summary) {
  const std::size_t pictures = std::min(summary.columns.size(), most_pictures);
  const bool quantiles = !summary.quantiles.empty();
  const std::optional<Axis> shared = quantiles ? std::nullopt : shared_axis(summary, pictures);
  std::string text = "<section id=\"estimates\">\n<h2>Estimates</h2>\n";
  if (summary.columns.size() > most_pictures)
    text += fmt::format("<p class=\"note\">The first {} of {} are shown as pictures.</p>\n",
                        counted(pictures, "column"), whole(summary.columns.size()));
  text += quantiles ? quantile_cards(summary, 0, pictures) : pictured_table(summary, pictures, shared);
  text += more_columns(summary) + population(summary);
  text +=
      fmt::format("<p class=\"note\">{}</p>\n<p class=\"note\">{}</p>\n</section>\n",
                  what_the_picture_shows(summary, shared.has_value()), what_the_numbers_leave_out(summary));
  return text;
}

} // namespace poise::internal::html
