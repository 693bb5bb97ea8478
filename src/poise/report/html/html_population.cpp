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
               low = summary.population->low[i], high = summary.population->high[i],
               noise = std::max(summary.noise_std[i], 1e-9 * std::fabs(high - low));
  return fmt::format("<tr><th scope=\"row\">{}</th>{}{}{}{}</tr>\n", name(summary.columns[i]),
                     cell("there", share, path("present/value"), six_digits(share)),
                     cell("noise", share_noise, path("present/noise_std"), "± " + six_digits(share_noise)),
                     cell("population from", low, path("population_interval/low"), number(low, noise)),
                     cell("to", high, path("population_interval/high"), number(high, noise)));
}

} // namespace

std::string population(const Summary &summary) {
  if (!summary.present || !summary.population) return "";
  const std::size_t last = std::min(summary.columns.size(), most_pictures + most_listed);
  std::string text = fmt::format(
      "<details><summary>Cells that are there, and the mean of whom the table was drawn from</summary>\n<div "
      "class=\"scroll\" tabindex=\"0\"><table class=\"plain population\">\n<thead><tr><th "
      "scope=\"col\">Column</th><th "
      "scope=\"col\">Share of cells</th><th scope=\"col\">± noise</th><th scope=\"col\"><span{}>{}</span> "
      "population from</th><th scope=\"col\">to</th></tr></thead>\n<tbody>\n",
      carries(summary.level, "/population_interval/level"), percent(summary.level));
  for (std::size_t i = 0; i < last; ++i) text += row(summary, i);
  return text + "</tbody>\n</table></div></details>\n";
}

} // namespace poise::internal::html
