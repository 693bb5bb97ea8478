// Plain words around the numbers of plan_outlook.
#include "poise/forecast/plan_questions.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace poise::internal {
namespace {

// Three digits, as people write them.
std::string digits(double number) {
  char text[32];
  (void)std::snprintf(text, sizeof text, number >= 100 ? "%.0f" : "%.3g", number);
  return text;
}

std::string percent(double share) { return digits(std::min(100 * share, 1e6)) + "%"; }

std::string about_variances(const AssumedTable &table, const PlanOutlook &outlook) {
  if (table.binary)
    return "Yes. A tenth of the budget counts the ones of every column, each share of them to +-" +
           digits(outlook.spread_error) + "; a share q varies by q (1 - q).";
  return "For columns that are about normal: medians of how far pairs of rows are apart give each standard "
         "deviation to about +-" +
         percent(outlook.spread_error) +
         ". Not for columns in which most cells are equal: their variance would come out as 0.";
}

std::string about_universe(const AssumedTable &table, const PlanOutlook &outlook) {
  if (table.binary)
    return "It is tight already: no row is longer than one of ones alone, scaled as the rows are.";
  return "Yes. Rows are searched up to " + digits(outlook.lengths_searched) +
         " times their typical length, found from the variances, which is " + digits(outlook.octaves_saved) +
         " octaves less than all that cells may be.";
}

std::string about_ranks(const Facts &facts, const AssumedTable &table, const PlanOutlook &outlook) {
  if (table.binary) return "It has no medians that could miss: counts of ones work for any number of rows.";
  const std::string rows = std::to_string(facts.rows), off = digits(outlook.centre_rows);
  if (outlook.rows_needed == ~std::uint64_t{0}) return "It fails: the budget is too small for any median.";
  const std::string needed = std::to_string(outlook.rows_needed);
  if (facts.rows < outlook.rows_needed)
    return "It would fail: with this budget and so many columns its medians and variances take about " +
           needed + " rows, and there are " + rows + "; it hands over to a method without them.";
  return "Robust: each private median is off by about " + off + " of " + rows +
         " rows, and with this budget and so many columns about " + needed + " rows are enough.";
}

} // namespace

std::vector<PlainAnswer> plan_questions(const Facts &facts, const AssumedTable &table) {
  std::vector<PlainAnswer> answers = {
      {"Is there a suitable estimator for the variances of the columns?", ""},
      {"Can a tighter bound on the lengths of rows be used?", ""},
      {"How robust is plan here: will its ranks be so far off that it fails?", ""}};
  if (!std::holds_alternative<Rho>(facts.budget)) {
    for (PlainAnswer &one : answers) one.answer = "plan needs a budget in zCDP, or epsilon with a delta.";
    return answers;
  }
  const PlanOutlook outlook = plan_outlook(facts, table);
  answers[0].answer = about_variances(table, outlook);
  answers[1].answer = about_universe(table, outlook);
  answers[2].answer = about_ranks(facts, table, outlook);
  return answers;
}

} // namespace poise::internal
