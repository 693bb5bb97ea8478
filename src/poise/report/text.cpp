// Columns that line up, and no more digits than the noise leaves meaningful.
#include "poise/report/text.h"

#include "poise/privacy/exact_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace poise {
namespace {

// As many decimals as show two digits of the noise.
std::string number(double value, double noise) {
  const int decimals =
      noise > 0 && std::isfinite(noise) ? 1 - static_cast<int>(std::floor(std::log10(noise))) : 6;
  const bool extreme = decimals > 9 || std::abs(value) >= 1e15 || noise >= 1e15;
  if (extreme) return fmt::format("{:.4g}", value);
  return fmt::format("{:.{}f}", value, std::max(0, decimals));
}

std::string one_line(const std::string &name) {
  std::string result = name;
  std::replace_if(
      result.begin(), result.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; },
      ' ');
  return result;
}

// Characters on the screen: bytes that do not continue a UTF-8 character.
std::size_t width(const std::string &text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

using Row = std::vector<std::string>;

// The first column to the left, the others to the right, as wide as they need to be.
std::string aligned(const std::vector<Row> &rows) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const Row &row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width(row[i]));
  std::string text;
  for (const Row &row : rows) {
    std::string line = row[0] + std::string(widths[0] - width(row[0]), ' ');
    for (std::size_t i = 1; i < row.size(); ++i)
      line += std::string(3 + widths[i] - width(row[i]), ' ') + row[i];
    text += line + "\n";
  }
  return text;
}

std::string noisy_numbers(const Summary &summary) {
  std::vector<Row> rows;
  const std::string kind = summary.privacy.is_private ? "private " : "simulated ";
  rows.push_back(
      {"column", kind + summary.statistic, "± noise", fmt::format("{:g}% from", 100 * summary.level), "to"});
  for (std::size_t i = 0; i < summary.columns.size(); ++i) {
    const double noise = summary.noise_std[i];
    rows.push_back({one_line(summary.columns[i]), number(summary.value[i], noise),
                    "± " + number(noise, noise), number(summary.low[i], noise),
                    number(summary.high[i], noise)});
  }
  return aligned(rows);
}

// Values of which only ranks are known, one a column or one a column and quantile.
std::string ranked_numbers(const Summary &summary) {
  const std::string kind = summary.privacy.is_private ? "private " : "simulated ";
  Row head = {"column"};
  if (summary.quantiles.empty()) head.push_back(kind + summary.statistic);
  for (const Summary::Quantile &quantile : summary.quantiles)
    head.push_back(fmt::format("q = {:g}", quantile.q));
  head.emplace_back("rank ± rows");
  std::vector<Row> rows = {head};
  for (std::size_t i = 0; i < summary.columns.size(); ++i) {
    Row row = {one_line(summary.columns[i])};
    if (summary.quantiles.empty()) row.push_back(fmt::format("{:.6g}", summary.value[i]));
    for (const Summary::Quantile &quantile : summary.quantiles)
      row.push_back(fmt::format("{:.6g}", quantile.value[i]));
    row.push_back(fmt::format("± {}", summary.rank_errors[i]));
    rows.push_back(std::move(row));
  }
  return aligned(rows);
}

std::string amount(const Rational &value) {
  const std::string exact = exact_text(value);
  return exact.size() <= 12 ? exact : fmt::format("{:.6g}", value.get_d());
}

std::string budget(const PrivacySummary &privacy) {
  std::string text = fmt::format("{} = {} ({})", privacy.unit, amount(privacy.total), privacy.definition);
  if (privacy.epsilon && privacy.delta)
    text += fmt::format(", which gives epsilon = {} with delta = {}", amount(privacy.epsilon->exact()),
                        amount(privacy.delta->exact()));
  return text;
}

std::string spendings(const PrivacySummary &privacy) {
  std::string text;
  for (const PrivacySummary::Step &step : privacy.spent)
    text += fmt::format("{}{} {}", text.empty() ? "" : " + ", step.name, amount(step.amount));
  return text;
}

} // namespace

std::string to_text(const Summary &summary) {
  const bool one = summary.columns.size() == 1;
  const bool people = summary.unit.has_value();
  std::string text =
      fmt::format("{} of {} column{} over {} {}, method {}\n\n", summary.statistic, summary.columns.size(),
                  one ? "" : "s", summary.rows, people ? "people" : "rows", summary.method);
  const bool ranked = !summary.rank_errors.empty();
  text += ranked ? ranked_numbers(summary) : noisy_numbers(summary);
  text +=
      ranked
          ? fmt::format("\n(with {:g}% probability, what is found has the rank it should have up to so many "
                        "rows, most often far\nfewer; missing cells count as 0",
                        100 * summary.level)
          : std::string("\n(the interval covers the noise alone: not what was cut off or clipped, nor "
                        "missing cells, which count as 0");
  text += people ? ";\na person's missing cells count only when all of theirs in a column are missing)\n\n"
                 : ")\n\n";
  text += fmt::format("budget     {}\n", budget(summary.privacy));
  text += fmt::format("spent      {}\n", spendings(summary.privacy));
  text +=
      people ? fmt::format("neighbours replace all rows of one person (the same {}); the number of people is "
                           "public\n",
                           one_line(*summary.unit))
             : "neighbours replace one row; the number of rows is public\n";
  text +=
      summary.privacy.is_private
          ? fmt::format("promise    no person's {} what can be learned from this by more than the budget\n",
                        people ? "rows change" : "row changes")
          : "promise    NONE: the noise came from a seed, this is a simulation\n";
  for (const std::string &warning : summary.warnings) text += fmt::format("warning    {}\n", warning);
  return text;
}

} // namespace poise
