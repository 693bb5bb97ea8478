// A line a method, then the questions and what was guessed.
#include "poise/report/forecast_report.h"

#include "poise/base/nearest_double.h"
#include "poise/privacy/exact_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace poise::internal {
namespace {

using Json = nlohmann::ordered_json;

Json finite(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

std::string count(std::size_t rows) {
  if (rows == 0) return "-";
  std::string digits = std::to_string(rows);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

std::string amount_of(const ForecastFacts &asked) {
  if (asked.budget.epsilon && asked.budget.delta)
    return fmt::format("epsilon = {}, delta = {}", asked.budget.epsilon->text(), asked.budget.delta->text());
  if (const auto *const rho = std::get_if<Rho>(&asked.budget.amount)) return "rho = " + rho->text();
  return "epsilon = " + std::get<Epsilon>(asked.budget.amount).text();
}

// Words broken at spaces, a little indented.
std::string paragraph(const std::string &text, std::size_t indent, std::size_t width = 100) {
  std::string result, line(indent, ' ');
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    if (line.size() > indent && line.size() + 1 + word.size() > width) {
      result += line + "\n";
      line.assign(indent, ' ');
    }
    line += (line.size() > indent ? " " : "") + word;
    begin = end + 1;
  }
  return result + line + "\n";
}

} // namespace

std::string to_json(const ForecastAnswer &answer) {
  const ForecastFacts &asked = answer.asked;
  const Forecast &found = answer.forecast;
  Json object;
  object["statistic"] = "mean";
  object["rows"] = asked.facts.rows;
  object["columns"] = asked.facts.columns;
  const bool pure = asked.budget.pure();
  object["privacy"]["definition"] = pure ? "pure" : "zCDP";
  if (pure)
    object["privacy"]["epsilon"] = std::get<Epsilon>(asked.budget.amount).display();
  else
    object["privacy"]["rho"] = std::get<Rho>(asked.budget.amount).display();
  if (asked.budget.epsilon) object["privacy"]["epsilon"] = asked.budget.epsilon->display();
  if (asked.budget.delta) object["privacy"]["delta"] = asked.budget.delta->display();
  object["norm"] = nearest_double(asked.facts.norm);
  object["sampling_error"] = finite(found.sampling_error);
  object["recommended"] = found.recommended.empty() ? Json(nullptr) : Json(found.recommended);
  object["because"] = found.because;
  object["methods"] = Json::array();
  for (const MethodForecast &method : found.methods) {
    Json entry;
    entry["method"] = method.method;
    entry["available"] = method.available;
    entry["error"] = finite(method.error);
    entry["noise_std"] = finite(method.noise_std);
    entry["rows_to_run"] = method.rows_to_run;
    entry["rows_needed"] = method.rows_needed == 0 ? Json(nullptr) : Json(method.rows_needed);
    if (!method.available) entry["why_not"] = method.why_not;
    object["methods"].push_back(std::move(entry));
  }
  object["questions"] = Json::array();
  for (const PlainAnswer &plain : found.questions) {
    Json entry;
    entry["question"] = plain.question;
    entry["answer"] = plain.answer;
    object["questions"].push_back(std::move(entry));
  }
  object["assumptions"] = found.assumptions;
  return object.dump() + "\n";
}

std::string to_text(const ForecastAnswer &answer) {
  const ForecastFacts &asked = answer.asked;
  const Forecast &found = answer.forecast;
  std::string text =
      fmt::format("forecast of the mean of {} column{} over {} rows, {}\n\n", count(asked.facts.columns),
                  asked.facts.columns == 1 ? "" : "s", count(asked.facts.rows), amount_of(asked));
  text += fmt::format("{:<18} {:>12} {:>16} {:>14} {:>16}\n", "method", "error", "noise a column",
                      "rows to run", "rows to be good");
  for (const MethodForecast &method : found.methods)
    if (method.available)
      text += fmt::format("{:<18} {:>12.4g} {:>16.4g} {:>14} {:>16}{}\n", method.method, method.error,
                          method.noise_std, count(method.rows_to_run), count(method.rows_needed),
                          method.method == found.recommended ? "  <- recommended" : "");
  text += fmt::format("{:<18} {:>12.4g}   what chance does to the mean of so many rows anyway\n", "(chance)",
                      found.sampling_error);
  for (const MethodForecast &method : found.methods)
    if (!method.available) text += fmt::format("{:<18} {:>12}   {}\n", method.method, "-", method.why_not);
  text += fmt::format("\nerror: expected distance (l{:g}) from the mean of the table; rows to be good: "
                      "privacy then costs no more than "
                      "chance\n",
                      nearest_double(asked.facts.norm));
  text += "\n" + paragraph(found.recommended.empty()
                               ? "No method answers here: " + found.because + "."
                               : "Recommended: " + found.recommended + ", because " + found.because + ".",
                           0);
  for (const PlainAnswer &plain : found.questions)
    text += "\n" + paragraph(plain.question, 0) + paragraph(plain.answer, 2);
  if (!found.assumptions.empty()) text += "\nGuessed:\n";
  for (const std::string &assumption : found.assumptions) text += paragraph("- " + assumption, 2);
  return text;
}

} // namespace poise::internal
