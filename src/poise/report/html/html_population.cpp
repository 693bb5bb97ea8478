// Beside every estimate: which share of its cells is there, and the interval with chance in it.
#include "poise/report/html/html_estimates.h"
#include "poise/report/html/html_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace poise::internal::html {
namespace {

std::string cell(const char *label, double value, const std::string &path, const std::string &shown) {
  if (std::isnan(value)) return fmt::format(R"(<td data-label="{}">unknown</td>)", label);
  return fmt::format(R"(<td data-label="{}"{}>{}</td>)", label, carries(value, path), shown);
}

std::string row(const Summary &summary, std::size_t i) {
  const auto path = [&](const char *key) { return fmt::format("/{}/{}", key, i); };
  const double share = summary.present->value[i], share_noise = summary.present->noise_std[i],
               noise = summary.noise_std.empty() ? 0 : summary.noise_std[i];
  std::string text =
      fmt::format("<tr><th scope=\"row\">{}</th>{}{}", name(summary.columns[i]),
                  cell("there", share, path("present/value"), six_digits(share)),
                  cell("noise", share_noise, path("present/noise_std"), "± " + six_digits(share_noise)));
  if (summary.population) {
    const double low = summary.population->low[i], high = summary.population->high[i],
                 digits = std::max(noise, 1e-9 * std::fabs(high - low));
    text += cell("population from", low, path("population_interval/low"), number(low, digits)) +
            cell("to", high, path("population_interval/high"), number(high, digits));
  }
  return text + "</tr>\n";
}

std::string head(const Summary &summary) {
  std::string text = "<thead><tr><th scope=\"col\">Column</th><th scope=\"col\">Share of cells</th><th "
                     "scope=\"col\">± noise</th>";
  if (summary.population)
    text += fmt::format("<th scope=\"col\"><span{}>{}</span> population from</th><th scope=\"col\">to</th>",
                        carries(summary.level, "/population_interval/level"), percent(summary.level));
  return text + "</tr></thead>\n";
}

} // namespace

std::string population(const Summary &summary) {
  if (!summary.present) return "";
  const std::size_t last = std::min(summary.columns.size(), most_pictures + most_listed);
  const std::string of_whom =
      summary.population ? ", and the " + summary.statistic + " of whom the table was drawn from" : "";
  std::string text = "<details><summary>Cells that are there" + of_whom +
                     "</summary>\n<div class=\"scroll\" tabindex=\"0\"><table class=\"plain population\">\n" +
                     head(summary) + "<tbody>\n";
  for (std::size_t i = 0; i < last; ++i) text += row(summary, i);
  return text + "</tbody>\n</table></div></details>\n";
}

} // namespace poise::internal::html
