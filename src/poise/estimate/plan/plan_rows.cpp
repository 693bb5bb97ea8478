// A union bound over the candidates outside.
#include "poise/estimate/plan/plan_rows.h"

#include "poise/base/interval.h"
#include "poise/mechanism/exponential_quantile.h"

namespace poise::internal {
namespace {

// With `chances` candidates outside for one inside and a union bound over them, half of the rows have to
// outweigh them all.
std::uint64_t rows_against(const Rational &chances, std::size_t columns, const Rho &rho) {
  const auto rate = quantile_rate(columns, rho);
  if (!rate) return ~std::uint64_t{0};
  constexpr unsigned precision = 128;
  const Integer half = (log(Interval(chances, precision)) / Interval(*rate, precision)).ceil_of_high();
  return fits_uint64(2 * half + 1) ? static_cast<std::uint64_t>(to_uint128(2 * half + 1)) : ~std::uint64_t{0};
}

} // namespace

std::uint64_t rows_for_all_medians(std::size_t columns, const Rho &rho, const Rational &least_spread) {
  return rows_against(2 / least_spread * Rational(to_integer(std::uint64_t{columns})) * 1000, columns, rho);
}

std::uint64_t rows_for_most_medians(std::size_t columns, const Rho &rho, const Rational &least_spread) {
  return rows_against(2 / least_spread * 100, columns, rho);
}

} // namespace poise::internal
