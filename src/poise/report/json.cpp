// Keys in the order of the contract; doubles written so that they read back the same.
#include "poise/report/json.h"

#include "poise/base/nearest_double.h"
#include "poise/privacy/exact_text.h"

#include <nlohmann/json.hpp>

namespace poise::internal {
namespace {

using Json = nlohmann::ordered_json;

// An amount as a number, and its exact text beside it where the number as it is
// written (0.3333333333333333) is not the amount (1/3).
void put_amount(Json &object, const std::string &key, const Rational &amount, const std::string &exact_key) {
  const Json number = nearest_double(amount);
  object[key] = number;
  if (read_exact(number.dump()) != amount) object[exact_key] = exact_text(amount);
}

// With a unit, one stands for a person with all their rows.
Json privacy_object(const PrivacySummary &privacy, const std::optional<std::string> &unit) {
  Json object;
  object["definition"] = privacy.definition;
  put_amount(object, privacy.unit, privacy.total, "exact");
  if (privacy.epsilon) put_amount(object, "epsilon", privacy.epsilon->exact(), "epsilon_exact");
  if (privacy.delta) put_amount(object, "delta", privacy.delta->exact(), "delta_exact");
  if (privacy.order) object["order"] = *privacy.order;
  object["adjacency"] = "replace-one";
  if (unit) object["unit"] = *unit;
  object["private"] = privacy.is_private;
  object["spent"] = Json::array();
  for (const PrivacySummary::Step &step : privacy.spent) {
    Json line;
    line["step"] = step.name;
    put_amount(line, privacy.unit, step.amount, "exact");
    object["spent"].push_back(std::move(line));
  }
  return object;
}

} // namespace

std::string to_json(const Summary &summary) {
  Json object;
  object["statistic"] = summary.statistic;
  object["method"] = summary.method;
  if (summary.chosen) object["chosen"] = *summary.chosen;
  if (summary.model) object["model"] = summary.model->name;
  object["rows"] = summary.rows;
  object["columns"] = summary.columns;
  if (summary.quantiles.empty()) {
    object["value"] = summary.value;
    object["noise_std"] = summary.noise_std; // null where only ranks are known
    object["interval"]["level"] = summary.level;
    object["interval"]["low"] = summary.low;
    object["interval"]["high"] = summary.high;
    if (summary.population) {
      object["population_interval"]["level"] = summary.level;
      object["population_interval"]["low"] = summary.population->low;
      object["population_interval"]["high"] = summary.population->high;
    }
  } else {
    object["value"] = Json::array();
    for (const Summary::Quantile &quantile : summary.quantiles) {
      Json entry;
      entry["q"] = quantile.q;
      entry["value"] = quantile.value;
      object["value"].push_back(std::move(entry));
    }
  }
  if (summary.present) {
    object["present"]["value"] = summary.present->value;
    object["present"]["noise_std"] = summary.present->noise_std;
  }
  if (!summary.rank_errors.empty()) {
    object["rank_error"]["level"] = summary.level;
    object["rank_error"]["rows"] = summary.rank_errors;
  }
  object["privacy"] = privacy_object(summary.privacy, summary.unit);
  if (summary.model && summary.model->dishonest)
    put_amount(object["privacy"], "dishonest", *summary.model->dishonest, "dishonest_exact");
  object["warnings"] = summary.warnings;
  if (summary.model) {
    object["traffic"]["rounds"] = summary.model->rounds;
    if (summary.model->bytes_per_participant > 0)
      object["traffic"]["bytes_per_participant"] = summary.model->bytes_per_participant;
  }
  if (summary.book) {
    object["ledger"]["dataset"] = summary.book->dataset;
    put_amount(object["ledger"], "spent", summary.book->spent, "spent_exact");
    put_amount(object["ledger"], "total", summary.book->total, "total_exact");
    object["ledger"]["unit"] = summary.book->unit;
  }
  // Column names come from files and may not be UTF-8; JSON must be.
  return object.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace poise::internal
