// Norms on a geometric grid, a noisy search for the radius, one noisy sum.
#include "poise/estimate/mean/clip_and_sum.h"

#include "poise/aggregate/exact/clipped_sums.h"
#include "poise/aggregate/exact/norm_histogram.h"
#include "poise/estimate/mean/mean_options.h"
#include "poise/estimate/saturated.h"
#include "poise/mechanism/noisy_search.h"

#include <algorithm>
#include <array>

namespace poise::internal {
namespace {

constexpr unsigned radii_count =
    1024; // ten steps of the search; each radius at most three percent or so too large

// sqrt(2 d / rho), rounded up.
Integer rows_worth_clipping(std::size_t dimensions, const Rho &rho) {
  const Rational squared = 2 * Rational(to_integer(std::uint64_t{dimensions})) / rho.exact();
  return isqrt(ceil(squared)) + 1;
}

// Which of the norms, from the smallest on, the radius should be; and how many rows it takes for that to mean
// something. From n, d, rho and the options alone.
struct Target {
  std::optional<std::uint64_t> rank; // nothing when there are too few rows
  std::uint64_t needed_rows;
};

Target target_for(std::uint64_t rows, const Integer &rank_error, const Integer &worth_clipping,
                  const std::optional<Rational> &quantile, const std::optional<std::uint64_t> &clip_rows) {
  if (clip_rows && !quantile) {
    const std::uint64_t offset = saturated(to_integer(*clip_rows) + rank_error);
    return {std::max<std::uint64_t>(1, rows - std::min(offset, rows / 2)),
            saturated(2 * (to_integer(*clip_rows) + rank_error))};
  }
  if (!quantile) {
    const std::uint64_t offset = saturated(std::max(worth_clipping, rank_error));
    if (offset >= rows) return {std::nullopt, offset == ~std::uint64_t{0} ? offset : offset + 1};
    return {rows - offset, offset + 1};
  }
  const Integer wish = ceil(*quantile * Rational(to_integer(rows)));
  return {std::clamp(saturated(wish), std::uint64_t{1}, rows),
          saturated(ceil(Rational(rank_error + 1) / *quantile))};
}

} // namespace

Result<ClippedRelease> clip_and_sum(const GridRows &rows, const ClipPlan &plan, const MeanOptions &options,
                                    Grant<Rho> grant, Bits &bits, const RunOptions &run) {
  if (const auto error = check_mean_options(options)) return *error;
  const std::array shares = {options.shares.radius, options.shares.sum};
  const Rational part = grant.amount().exact() / (Rational(shares[0]) + Rational(shares[1]));
  const Rho for_radius = Rho::of(part * shares[0]).value(), for_sum = Rho::of(part * shares[1]).value();

  const Integer bound = to_integer(Int128{rows.bound()}), columns = to_integer(std::uint64_t{rows.columns()});
  const Integer longest = isqrt(columns * bound * bound) + 1;
  const GeometricGrid radii = GeometricGrid::up_to(
      plan.longest && *plan.longest < longest ? std::max(Integer(1), *plan.longest) : longest, radii_count);
  const auto rank_error =
      search_rank_error(to_integer(std::uint64_t{radii.radii().size()}), 1, for_radius, ratio(1, 10));
  const Target target =
      target_for(rows.rows(), rank_error.value_or(power_of_two(64)),
                 rows_worth_clipping(plan.dimensions, for_sum), options.clip_quantile, plan.clip_rows);
  if (!target.rank)
    return ClippedRelease{std::nullopt, std::move(grant).spend("nothing looked at"),
                          bits.provenance() == Provenance::operating_system, target.needed_rows};

  auto grants = std::move(grant).split(shares);
  const auto norms = NormHistogram::of(rows, Norm::l2, radii, run);
  if (!norms) return norms.error();
  const auto radius = noisy_radius(*norms, *target.rank, std::move(grants[0]), bits);
  if (!radius) return radius.error();

  const Integer &reach = radii.radii()[radius->value().index];
  const auto exact = ClippedSums::of(rows, Ball::l2(reach * reach), run);
  if (!exact) return exact.error();
  const auto sum = noisy_sum(*exact, std::move(grants[1]), bits);
  if (!sum) return sum.error();
  Receipt<Rho> receipt = radius->receipt();
  receipt.append(sum->receipt());
  return ClippedRelease{sum->value(), std::move(receipt), radius->is_private() && sum->is_private(),
                        target.needed_rows};
}

} // namespace poise::internal
