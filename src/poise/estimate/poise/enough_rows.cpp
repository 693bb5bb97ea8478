// What the searches cost falls with the square of the number of rows.
#include "poise/estimate/poise/enough_rows.h"

#include "poise/estimate/poise/column_rates.h"
#include "poise/estimate/poise/poise_run.h"

#include <algorithm>
#include <cmath>

namespace poise::internal {

std::size_t poise_rows_needed(std::size_t columns, double rho, bool own_units) {
  // One search along a ladder has at most 1.5% of the budget, and misses its rank by a thirtieth.
  const double ladder = 30 / std::sqrt(2 * most_for_a_search * rho);
  const double each = own_units || columns == 1 ? column_rows_needed(columns, rho) : 0;
  // However large the budget, a few dozen rows have no tails to be seen.
  constexpr double least = 50;
  return static_cast<std::size_t>(std::ceil(std::max({ladder, each, least})));
}

} // namespace poise::internal
