// Counts, and words about them.
#include "poise/estimate/enough_people.h"

namespace poise::internal {

std::string not_enough_rows(const std::string &method, std::size_t people, std::uint64_t needed) {
  const std::string more = needed == ~std::uint64_t{0} ? "far more" : "at least " + std::to_string(needed);
  return method + " needs " + more + " rows for this many columns and this budget, and there are " +
         std::to_string(people);
}

std::size_t count_people(const Table &table) { return table.people().value_or(table.rows()); }

std::optional<Error> check_enough_people(const Table &table) {
  if (count_people(table) >= 2) return std::nullopt;
  return bad_input(std::string("the table has one ") + (table.people() ? "person" : "row") +
                       ": nothing about one person can be private and useful",
                   table.people() ? "give a table about at least two people"
                                  : "give a table of at least two rows");
}

} // namespace poise::internal
