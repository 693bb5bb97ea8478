// Columns that line up, and no more digits than the noise leaves meaningful.
#include "poise/report/text.h"

#include "poise/base/one_line.h"
#include "poise/privacy/exact_text.h"
#include "poise/privacy/theorem/zcdp_to_approximate.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace poise::internal {
namespace {

// As many decimals as show two digits of the noise.
std::string number(double value, double noise) {
  if (std::isnan(value)) return "unknown";
  const int decimals =
      noise > 0 && std::isfinite(noise) ? 1 - static_cast<int>(std::floor(std::log10(noise))) : 6;
  const bool extreme = decimals > 9 || std::abs(value) >= 1e15 || noise >= 1e15;
  std::string text =
      extreme ? fmt::format("{:.4g}", value) : fmt::format("{:.{}f}", value, std::max(0, decimals));
  if (text.find_first_not_of("-0.") == std::string::npos && text.starts_with("-")) text.erase(0, 1);
  return text;
}

// Characters on the screen: bytes that do not continue a UTF-8 character.
std::size_t width(const std::string &text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

using Row = std::vector<std::string>;

// Emphasis, where the terminal can show it.
class Ink {
public:
  explicit Ink(const TextStyle &style) : colour_(style.colour) {}

  std::string bold(const std::string &text) const { return in("1", text); }
  std::string faint(const std::string &text) const { return in("2", text); }
  std::string alarm(const std::string &text) const { return in("1;33", text); }

private:
  std::string in(const char *code, const std::string &text) const {
    return colour_ ? fmt::format("\033[{}m{}\033[0m", code, text) : text;
  }
  bool colour_;
};

// The first column to the left, the others to the right, as wide as they need to be.
// The head and the rest faint, the second column, which has the answers, bold.
std::string aligned(const std::vector<Row> &rows, const Ink &ink) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const Row &row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width(row[i]));
  std::string text;
  for (const Row &row : rows) {
    const bool head = &row == &rows.front();
    std::string line = (head ? ink.faint(row[0]) : row[0]) + std::string(widths[0] - width(row[0]), ' ');
    for (std::size_t i = 1; i < row.size(); ++i) {
      const bool answer = !head && i == 1;
      line += std::string(3 + widths[i] - width(row[i]), ' ') + (head     ? ink.faint(row[i])
                                                                 : answer ? ink.bold(row[i])
                                                                          : row[i]);
    }
    text += line + "\n";
  }
  return text;
}

// Whether some column surely has gaps.
bool gaps_show(const Summary &summary) {
  if (!summary.present) return false;
  for (std::size_t i = 0; i < summary.columns.size(); ++i)
    if (summary.present->value[i] + 3 * summary.present->noise_std[i] < 1) return true;
  return false;
}

std::string share_present(const Summary::Present &present, std::size_t i) {
  return fmt::format("{:.{}f}%", 100 * present.value[i], present.noise_std[i] > 0.005 ? 0 : 1);
}

std::string noisy_numbers(const Summary &summary, const Ink &ink) {
  std::vector<Row> rows;
  const bool gaps = gaps_show(summary);
  const std::string kind = summary.privacy.is_private ? "private " : "simulated ";
  rows.push_back(
      {"column", kind + summary.statistic, "± noise", fmt::format("{:g}% from", 100 * summary.level), "to"});
  if (gaps) rows.back().emplace_back("present");
  for (std::size_t i = 0; i < summary.columns.size(); ++i) {
    const double noise = summary.noise_std[i];
    rows.push_back({one_line(summary.columns[i]), number(summary.value[i], noise),
                    "± " + number(noise, noise), number(summary.low[i], noise),
                    number(summary.high[i], noise)});
    if (gaps) rows.back().push_back(share_present(*summary.present, i));
  }
  return aligned(rows, ink);
}

std::string six_digits(double value) { return std::isnan(value) ? "unknown" : fmt::format("{:.6g}", value); }

// Values of which only ranks are known, one a column or one a column and quantile.
std::string ranked_numbers(const Summary &summary, const Ink &ink) {
  const std::string kind = summary.privacy.is_private ? "private " : "simulated ";
  Row head = {"column"};
  if (summary.quantiles.empty()) head.push_back(kind + summary.statistic);
  for (const Summary::Quantile &quantile : summary.quantiles)
    head.push_back(fmt::format("q = {:g}", quantile.q));
  head.emplace_back("rank ± rows");
  const bool gaps = gaps_show(summary);
  if (gaps) head.emplace_back("present");
  std::vector<Row> rows = {head};
  for (std::size_t i = 0; i < summary.columns.size(); ++i) {
    Row row = {one_line(summary.columns[i])};
    if (summary.quantiles.empty()) row.push_back(six_digits(summary.value[i]));
    for (const Summary::Quantile &quantile : summary.quantiles) row.push_back(six_digits(quantile.value[i]));
    row.push_back(fmt::format("± {}", summary.rank_errors[i]));
    if (gaps) row.push_back(share_present(*summary.present, i));
    rows.push_back(std::move(row));
  }
  return aligned(rows, ink);
}

std::string amount(const Rational &value) {
  const std::string exact = exact_text(value);
  return exact.size() <= 12 ? exact : fmt::format("{:.6g}", value.get_d());
}

// What a rho is worth as (epsilon, delta): three digits, rounded up.
std::string reading(const Rational &total) {
  const auto rho = Rho::of(total);
  const auto delta = Delta::parse("1e-6");
  if (!rho || !delta) return "";
  const auto epsilon = epsilon_of(*rho, *delta);
  if (!epsilon) return "";
  const double shown = epsilon->display(), scale = std::pow(10, 2 - std::floor(std::log10(shown)));
  return fmt::format(", which gives epsilon = {:g} with delta = 1e-6", std::ceil(shown * scale) / scale);
}

std::string budget(const PrivacySummary &privacy) {
  if (privacy.order && privacy.epsilon && privacy.delta)
    return fmt::format("epsilon = {} with delta = {}: steps cost rho = {} at Rényi order {}",
                       amount(privacy.epsilon->exact()), amount(privacy.delta->exact()),
                       amount(privacy.total), *privacy.order);
  std::string text = fmt::format("{} = {} ({})", privacy.unit, amount(privacy.total), privacy.definition);
  if (privacy.epsilon && privacy.delta)
    return text + fmt::format(", which gives epsilon = {} with delta = {}", amount(privacy.epsilon->exact()),
                              amount(privacy.delta->exact()));
  return privacy.unit == "rho" ? text + reading(privacy.total) : text;
}

// Steps of the same name in several columns as one, in the order of the first.
std::vector<PrivacySummary::Step> steps_together(const Summary &summary) {
  std::vector<PrivacySummary::Step> steps;
  std::size_t column = 0;
  for (const PrivacySummary::Step &step : summary.privacy.spent) {
    std::string name = step.name;
    // Columns follow each other: the heading is that of this one or of the next.
    for (std::size_t at = column; at < std::min(column + 2, summary.columns.size()); ++at)
      if (const std::string heading = summary.columns[at] + ": "; name.starts_with(heading)) {
        name.erase(0, heading.size());
        column = at;
        break;
      }
    const auto same = std::ranges::find(steps, name, &PrivacySummary::Step::name);
    if (same == steps.end())
      steps.push_back({name, step.amount});
    else
      same->amount += step.amount;
  }
  return steps;
}

// A bar of a share, in eighths of a character.
std::string bar(double share) {
  static const char *const parts[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const auto eighths = static_cast<std::size_t>(std::lround(share * 8 * 24));
  std::string text;
  for (std::size_t i = 0; i < eighths / 8; ++i) text += "█";
  return text + parts[eighths % 8];
}

// Where the budget went: one step a line.
std::string spendings(const Summary &summary) {
  const std::vector<PrivacySummary::Step> steps = steps_together(summary);
  if (steps.size() == 1)
    return fmt::format("spent      {} {}\n", one_line(steps[0].name), amount(steps[0].amount));
  std::size_t longest = 0;
  for (const PrivacySummary::Step &step : steps) longest = std::max(longest, width(one_line(step.name)));
  std::string text;
  for (const PrivacySummary::Step &step : steps) {
    const std::string name = one_line(step.name);
    const double share = Rational(step.amount / summary.privacy.total).get_d();
    const std::string percent = share < 0.005 ? "<1" : fmt::format("{:.0f}", 100 * share);
    text += fmt::format("{:<11}{}{}   {:>3}%  {}  {}\n", text.empty() ? "spent" : "", name,
                        std::string(longest - width(name), ' '), percent, bar(share), amount(step.amount));
  }
  return text;
}

// Who has to be trusted, where it is not whoever ran this.
std::string trust_line(const ModelSummary &model) {
  const std::string share = model.dishonest ? amount(*model.dishonest) : "";
  const std::string whom = model.name == "local" ? "nobody: noise is added before a row leaves its owner"
                                                 : "a shuffler, and all participants but a share of " + share;
  std::string how = fmt::format("{} rounds", model.rounds);
  if (model.bytes_per_participant > 0)
    how += model.bytes_per_participant < 1e4
               ? fmt::format("; a participant sends {:.0f} bytes in all", model.bytes_per_participant)
               : fmt::format("; a participant sends {:.0f} kB in all", model.bytes_per_participant / 1000);
  if (model.simulated) how += "; here one table played all participants";
  return fmt::format("trust      {}\n           {}\n", whom, how);
}

std::string method_line(const Summary &summary) {
  if (summary.model) return fmt::format("{} in the {} model", summary.method, summary.model->name);
  if (!summary.chosen) return summary.method;
  return fmt::format("{}, which chose {}", summary.method, *summary.chosen);
}

std::string account_line(const BookSummary &book) {
  return fmt::format("ledger     {} has {} = {} left of {}\n", one_line(book.dataset), book.unit,
                     amount(book.total - book.spent), amount(book.total));
}

} // namespace

namespace {

// What the numbers beside a value say, and what they leave out.
std::string what_it_covers(const Summary &summary) {
  if (summary.present && !summary.rank_errors.empty())
    return fmt::format(
        "with {:g}% probability, what is found has the rank it should have among the cells that "
        "are there, up\nto so many rows, most often far fewer",
        100 * summary.level);
  if (summary.present)
    return fmt::format("the interval is for the {} of this table: it covers noise, clipping and missing "
                       "cells,\nnot chance in who is in it",
                       summary.statistic);
  const std::string gaps =
      summary.unit ? ";\na person's missing cells count only when all of theirs in a column are missing" : "";
  if (!summary.rank_errors.empty())
    return fmt::format("with {:g}% probability, what is found has the rank it should have up to so many "
                       "rows, most often far\nfewer; missing cells count as 0{}",
                       100 * summary.level, gaps);
  return fmt::format("the interval covers the noise alone: not what was cut off or clipped{}, nor "
                     "missing cells, which count as 0{}",
                     summary.statistic == "variance" ? ", nor chance in how\nrows are paired" : "", gaps);
}

} // namespace

std::string to_text(const Summary &summary, const TextStyle &style) {
  const Ink ink(style);
  const bool one = summary.columns.size() == 1;
  const bool people = summary.unit.has_value();
  std::string text =
      fmt::format("{} of {} column{} over {} {}, method {}\n\n", summary.statistic, summary.columns.size(),
                  one ? "" : "s", summary.rows, people ? "people" : "rows", method_line(summary));
  const bool ranked = !summary.rank_errors.empty();
  text += ranked ? ranked_numbers(summary, ink) : noisy_numbers(summary, ink);
  text += "\n(" + what_it_covers(summary) + ")\n\n";
  text += fmt::format("budget     {}\n", budget(summary.privacy));
  text += spendings(summary);
  if (summary.model) text += trust_line(*summary.model);
  if (summary.book) text += account_line(*summary.book);
  text +=
      people ? fmt::format("neighbours replace all rows of one person (the same {}); the number of people is "
                           "public\n",
                           one_line(*summary.unit))
             : "neighbours replace one row; the number of rows is public\n";
  text +=
      summary.privacy.is_private
          ? fmt::format("promise    no person's {} what can be learned from this by more than the budget\n",
                        people ? "rows change" : "row changes")
          : "promise    " + ink.alarm("NONE") + ": the noise came from a seed, this is a simulation\n";
  if (summary.chosen) text += fmt::format("method     {}: {}\n", *summary.chosen, summary.because);
  for (const std::string &warning : summary.warnings)
    text += fmt::format("{}    {}\n", ink.alarm("warning"), warning);
  return text;
}

} // namespace poise::internal
