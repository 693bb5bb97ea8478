// Text into facts, and facts along a curve.
#include "poise/answer/forecast.h"

#include "poise/answer/question/read_budget.h"
#include "poise/answer/question/whole_number.h"
#include "poise/base/closest.h"
#include "poise/base/nearest_double.h"
#include "poise/estimate/mean/mean_methods.h"
#include "poise/privacy/exact_text.h"
#include "poise/table/cell.h"
#include "poise/table/table.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace poise::internal {
namespace {

using Text = std::optional<std::string>;

// Numbers separated by commas: one for all columns, or one a column.
Result<std::optional<std::vector<double>>> guesses(const char *option, const Text &list, std::size_t columns,
                                                   bool positive) {
  if (!list) return std::optional<std::vector<double>>();
  std::vector<double> values;
  std::size_t begin = 0;
  while (begin <= list->size()) {
    const std::size_t end = std::min(list->find(',', begin), list->size());
    const std::string_view text = trimmed(std::string_view(*list).substr(begin, end - begin));
    const auto value = read_exact(text);
    if (!value || (positive && *value <= 0))
      return bad_parameter(std::string(option) + " must be " + (positive ? "positive numbers" : "numbers") +
                               ", got " + quote(text),
                           "give one for all columns, or one a column, separated by commas");
    values.push_back(nearest_double(*value));
    begin = end + 1;
  }
  if (values.size() != 1 && values.size() != columns)
    return bad_parameter(std::string(option) + " has " + std::to_string(values.size()) + " numbers for " +
                             std::to_string(columns) + " columns",
                         "give one for all columns, or one a column, separated by commas");
  return std::optional(std::move(values));
}

Result<std::optional<double>> guess(const char *option, const Text &text, double most) {
  if (!text) return std::optional<double>();
  const auto value = read_exact(*text);
  if (!value || *value < 0 || nearest_double(*value) > most)
    return bad_parameter(std::string(option) + " must be a number between 0 and " +
                             std::to_string(std::lround(most)) + ", got " + quote(*text),
                         "see what it means: poise forecast --help");
  return std::optional(nearest_double(*value));
}

std::optional<Error> unknown_method(const Text &method) {
  if (!method || *method == "poise") return std::nullopt;
  const auto found = find_mean_method(*method);
  return found ? std::nullopt : std::optional(found.error());
}

// The errors at facts that may have no forecast.
const MethodForecast *of(const Forecast &forecast, const std::string &method) {
  const auto found = std::ranges::find(forecast.methods, method, &MethodForecast::method);
  return found == forecast.methods.end() || !found->available ? nullptr : &*found;
}

constexpr int octaves = 4, steps_in_octave = 2;

} // namespace

Result<ForecastFacts> read_facts(const ForecastQuestion &question) {
  if (question.statistic != "mean")
    return bad_parameter("there is no forecast of '" + question.statistic + "'",
                         "there is one of the mean: poise forecast mean");
  const auto rows = whole_number("`rows`", question.rows, 1, std::uint64_t{1} << 40);
  if (!rows) return rows.error();
  const auto columns = whole_number("`columns`", question.columns, 1, Table::most_columns);
  if (!columns) return columns.error();
  const auto budget = read_budget(question.rho, question.epsilon, question.delta);
  if (!budget) return budget.error();
  if (const auto error = unknown_method(question.method)) return *error;
  Facts facts{.rows = *rows, .columns = *columns, .budget = budget->amount};
  facts.binary = question.binary;
  facts.own_units = question.own_units;
  if (question.bound) {
    const auto bound = read_exact(*question.bound);
    if (!bound || *bound <= 0)
      return bad_parameter("`bound` must be a positive number, got " + quote(*question.bound),
                           "write digits, such as 1000");
    facts.bound = *bound;
  }
  if (question.norm) {
    const auto norm = read_exact(*question.norm);
    if (!norm || *norm < 1 || *norm > 1000)
      return bad_parameter("`norm` must be a number between 1 and 1000, got " + quote(*question.norm),
                           "choose 1 for the sum of all errors, 2 for the usual distance");
    facts.norm = *norm;
  }
  auto spreads = guesses("`spread`", question.spread, *columns, true);
  if (!spreads) return spreads.error();
  facts.spreads = std::move(*spreads);
  auto means = guesses("`mean_guess`", question.mean_guess, *columns, false);
  if (!means) return means.error();
  facts.means = std::move(*means);
  const auto skew = guess("`skew`", question.skew, 4);
  if (!skew) return skew.error();
  facts.skew = *skew;
  const auto ones = guess("`ones`", question.ones, 1);
  if (!ones) return ones.error();
  if (*ones && !question.binary)
    return bad_parameter("`ones` is about tables of zeros and ones", "add `binary`, or leave it out");
  facts.ones = *ones;
  const bool chosen = question.method && *question.method != "poise";
  return ForecastFacts{std::move(facts), *budget, chosen ? question.method : std::nullopt};
}

Result<ForecastAnswer> forecast(const ForecastQuestion &question) {
  const auto asked = read_facts(question);
  if (!asked) return asked.error();
  auto found = forecast_mean(asked->facts);
  if (!found) return found.error();
  if (asked->method)
    std::erase_if(found->methods, [&](const MethodForecast &one) { return one.method != *asked->method; });
  return ForecastAnswer{*asked, std::move(*found)};
}

Result<std::vector<ForecastCurve>> forecast_curves(const ForecastAnswer &answer) {
  constexpr std::size_t most_curves = 6;
  std::vector<ForecastCurve> curves;
  for (const MethodForecast &method : answer.forecast.methods)
    if (curves.size() < most_curves && (method.available || answer.asked.method))
      curves.push_back({.method = method.method});
  ForecastCurve chance{.method = "chance alone"};
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  for (int step = -octaves * steps_in_octave; step <= octaves * steps_in_octave; ++step) {
    const double factor = std::exp2(static_cast<double>(step) / steps_in_octave);
    Facts more = answer.asked.facts;
    more.rows = static_cast<std::size_t>(std::max(1.0, std::round(factor * static_cast<double>(more.rows))));
    const auto by_rows = forecast_mean(more);
    for (ForecastCurve &curve : curves) {
      const MethodForecast *const found = by_rows ? of(*by_rows, curve.method) : nullptr;
      curve.rows.push_back(static_cast<double>(more.rows));
      curve.error_by_rows.push_back(found ? found->error : none);
    }
    chance.rows.push_back(static_cast<double>(more.rows));
    chance.error_by_rows.push_back(by_rows ? by_rows->sampling_error : none);

    Facts richer = answer.asked.facts;
    double budget = 0;
    const bool possible = std::visit(
        [&]<class Unit>(const Unit &amount) {
          // Halves of octaves as fractions: a picture needs no more.
          const Rational exact_factor(std::lround(factor * 4096), 4096);
          const auto scaled = Unit::of(amount.exact() * exact_factor);
          if (!scaled) return false;
          budget = scaled->display();
          richer.budget = *scaled;
          return true;
        },
        richer.budget);
    if (!possible) continue;
    const auto by_budget = forecast_mean(richer);
    for (ForecastCurve &curve : curves) {
      const MethodForecast *const found = by_budget ? of(*by_budget, curve.method) : nullptr;
      curve.budgets.push_back(budget);
      curve.error_by_budget.push_back(found ? found->error : none);
    }
    chance.budgets.push_back(budget);
    chance.error_by_budget.push_back(answer.forecast.sampling_error);
  }
  curves.push_back(std::move(chance));
  return curves;
}

} // namespace poise::internal
