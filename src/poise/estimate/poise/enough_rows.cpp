// What the searches cost falls with the square of the number of rows.
#include "poise/estimate/poise/enough_rows.h"

#include "poise/estimate/enough_people.h"
#include "poise/estimate/poise/column_rates.h"
#include "poise/estimate/poise/poise_run.h"

#include <algorithm>
#include <cmath>

namespace poise::internal {

std::size_t poise_rows_needed(std::size_t columns, double rho, bool own_units) {
  // One search along a ladder has at most 1.5% of the budget. With 30 nats for all rows, one table in a few
  // hundred is lost, wherever its columns are; with those that searches take where they can, none was seen.
  const double ladder = 30 / std::sqrt(2 * most_for_a_search * rho);
  const double each = own_units || columns == 1 ? column_rows_needed(columns, rho) : 0;
  // However large the budget, a few dozen rows have no tails to be seen.
  constexpr double least = 50;
  return static_cast<std::size_t>(std::ceil(std::max({ladder, each, least})));
}

Error too_few_for_poise(std::size_t rows, std::size_t needed) {
  return bad_input(not_enough_rows("poise", rows, needed),
                   "give `limits` for every column, more budget, fewer columns or more rows; "
                   "`try_anyway` answers with a warning; nothing was spent");
}

std::string warning_of_few_rows(std::size_t rows, std::size_t needed) {
  return not_enough_rows("poise", rows, needed) +
         ": the result may be far off; more rows, more budget, fewer columns or `limits` would help";
}

std::optional<Error> check_poise_columns(std::size_t columns) {
  // Every search takes a millionth of the budget at least, and columns that hardly vary are searched five
  // times: with so many, all steps at their most still leave something to the sum.
  constexpr std::size_t most = AdaptiveBudget::parts / 32;
  if (columns <= most) return std::nullopt;
  return bad_input("poise takes at most " + std::to_string(most) + " columns at a time",
                   "name fewer `columns`");
}

} // namespace poise::internal
