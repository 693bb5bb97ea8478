// Asked of the table, none of them of its cells.
#include "poise/answer/public_facts.h"

#include <algorithm>
#include <string_view>

namespace poise::internal {
namespace {

// A name without the number at its end.
std::string_view stem(std::string_view name) {
  const std::size_t last = name.find_last_not_of("0123456789");
  return name.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

} // namespace

bool own_units(std::span<const std::string> names) {
  if (names.size() < 2) return false;
  const std::string_view first = stem(names.front());
  return !std::ranges::all_of(
      names, [&](const std::string &name) { return stem(name) == first && first.size() < name.size(); });
}

Facts public_facts(const Table &table, const MeanSettings &settings, const Budget &budget,
                   std::size_t memory) {
  Facts facts{.rows = table.people().value_or(table.rows()),
              .columns = table.columns().size(),
              .budget = budget.amount};
  // A bound is honoured, even where cells could not be beyond 1 anyway.
  facts.binary = (table.binary() || settings.options().binary) && !settings.bound();
  facts.sparse = table.sparse();
  facts.by_person = table.people().has_value();
  facts.memory = memory;
  facts.bound = settings.bound();
  facts.norm = settings.options().norm;
  facts.own_units = !facts.binary && own_units(table.columns());
  return facts;
}

} // namespace poise::internal
