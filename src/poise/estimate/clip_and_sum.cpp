// Norms on a geometric grid, a noisy search for the radius, one noisy sum.
#include "poise/estimate/clip_and_sum.h"

#include "poise/aggregate/clipped_sums.h"
#include "poise/aggregate/norm_histogram.h"
#include "poise/mechanism/noisy_search.h"

#include <algorithm>
#include <array>

namespace poise {
namespace {

constexpr unsigned radii_count =
    256; // eight steps of the search; each radius at most a few percent too large

// sqrt(2 d / rho), rounded up.
Integer rows_worth_clipping(std::size_t dimensions, const Rho &rho) {
  const Rational squared = 2 * Rational(to_integer(std::uint64_t{dimensions})) / rho.exact();
  return isqrt(ceil(squared)) + 1;
}

} // namespace

Result<ClippedRelease> clip_and_sum(const GridRows &rows, std::size_t dimensions, Grant<Rho> grant,
                                    Bits &bits, const Work &work) {
  constexpr std::array<unsigned, 2> shares = {1, 3};
  const Rational total = grant.amount().exact();
  const Rho for_radius = Rho::of(total / 4).value(), for_sum = Rho::of(total * 3 / 4).value();

  const Integer bound = to_integer(Int128{rows.bound()}), columns = to_integer(std::uint64_t{rows.columns()});
  const GeometricGrid radii = GeometricGrid::up_to(isqrt(columns * bound * bound) + 1, radii_count);
  const auto rank_error =
      search_rank_error(to_integer(std::uint64_t{radii.radii().size()}), 1, for_radius, ratio(1, 10));
  const Integer offset =
      std::max(rows_worth_clipping(dimensions, for_sum), rank_error.value_or(power_of_two(62)));
  const std::uint64_t needed =
      fits_uint64(offset) ? static_cast<std::uint64_t>(to_uint128(offset)) + 1 : ~std::uint64_t{0};
  if (rows.rows() < needed) // depends on n, d and rho alone
    return ClippedRelease{std::nullopt, std::move(grant).spend("nothing looked at"),
                          bits.provenance() == Provenance::operating_system, needed};

  auto grants = std::move(grant).split(shares);
  const auto norms = NormHistogram::of(rows, Norm::l2, radii, work);
  if (!norms) return norms.error();
  const auto radius = noisy_radius(*norms, rows.rows() - (needed - 1), std::move(grants[0]), bits);
  if (!radius) return radius.error();

  const Integer &reach = radii.radii()[radius->value().index];
  const auto exact = ClippedSums::of(rows, Ball::l2(reach * reach), work);
  if (!exact) return exact.error();
  const auto sum = noisy_sum(*exact, std::move(grants[1]), bits);
  if (!sum) return sum.error();
  Receipt<Rho> receipt = radius->receipt();
  receipt.append(sum->receipt());
  return ClippedRelease{sum->value(), std::move(receipt), radius->is_private() && sum->is_private(), needed};
}

} // namespace poise
