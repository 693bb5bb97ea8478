// by-column: instance-optimal for one column, with an equal part of the budget, as often as there are
// columns.
#include "poise/forecast/method_model.h"

namespace poise::internal {
namespace {

// The question that one column asks.
Facts alone(const Facts &facts) {
  Facts result = facts;
  result.columns = 1;
  const Rational part =
      std::get<Rho>(facts.budget).exact() / Rational(to_integer(std::uint64_t{facts.columns}));
  result.budget = Rho::of(part).value();
  return result;
}

AssumedTable only(const AssumedTable &table, const ColumnGroup &group) {
  AssumedTable result = table;
  result.columns = 1;
  result.groups = {{1, group.spread, group.mean}};
  return result;
}

} // namespace

std::optional<std::string> by_column_refuses(const Facts &facts, const AssumedTable &table) {
  if (const auto why = wants_zcdp(facts)) return why;
  const Facts each = alone(facts);
  if (const auto why = wants_zcdp(each)) return why;
  for (const ColumnGroup &group : table.groups)
    if (const auto why = searching_refuses(each, only(table, group))) return why;
  return std::nullopt;
}

ColumnErrors by_column_errors(const Facts &facts, const AssumedTable &table) {
  const Facts each = alone(facts);
  ColumnErrors errors;
  for (const ColumnGroup &group : table.groups) {
    const ColumnErrors one = instance_optimal_errors(each, only(table, group));
    errors.noise.push_back(one.noise.front());
    errors.error.push_back(one.error.front());
  }
  return errors;
}

} // namespace poise::internal
