// Values that occur are gaps of their own; all integers between two of them are one gap.
#include "poise/mechanism/exponential_quantile.h"

#include "poise/base/interval.h"
#include "poise/random/exponential_mechanism.h"

#include <algorithm>

namespace poise {
namespace {

constexpr unsigned bits_behind_the_point = 32;

std::uint64_t score(std::uint64_t rank, std::uint64_t at_or_below, std::uint64_t below) {
  if (at_or_below < rank) return rank - at_or_below;
  return below >= rank ? below - rank + 1 : 0;
}

struct Gaps {
  std::vector<Gap> gaps;
  std::vector<std::int64_t> firsts; // the lowest candidate of each gap
};

Gaps gaps_of(std::span<const std::int64_t> sorted, std::int64_t bound, std::uint64_t rank) {
  Gaps result;
  const auto add = [&](std::int64_t first, std::uint64_t count, std::uint64_t at_or_below,
                       std::uint64_t below) {
    if (count == 0) return;
    result.gaps.push_back({count, score(rank, at_or_below, below)});
    result.firsts.push_back(first);
  };
  // |cell| <= 2^62, so neighbours of a candidate fit, and differences fit as unsigned numbers.
  std::int64_t next = -bound; // the lowest candidate not in a gap yet
  std::uint64_t below = 0;
  while (below < sorted.size()) {
    const std::int64_t value = sorted[below];
    std::uint64_t at_or_below = below;
    while (at_or_below < sorted.size() && sorted[at_or_below] == value) ++at_or_below;
    add(next, static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(next), below, below);
    add(value, 1, at_or_below, below);
    next = value + 1;
    below = at_or_below;
  }
  add(next, static_cast<std::uint64_t>(bound) + 1 - static_cast<std::uint64_t>(next), below, below);
  return result;
}

} // namespace

std::optional<Rational> quantile_rate(std::size_t columns, const Rho &rho) {
  const Rational squared = 2 * rho.exact() / Rational(to_integer(std::uint64_t{columns}));
  const Integer root = isqrt(floor(times_power_of_two(squared, 2L * bits_behind_the_point)));
  if (root == 0) return std::nullopt;
  return ratio(root, power_of_two(bits_behind_the_point));
}

std::optional<Integer> quantile_rank_error(const Integer &candidates, std::size_t columns, const Rho &rho,
                                           const Rational &beta) {
  const auto rate = quantile_rate(columns, rho);
  if (!rate) return std::nullopt;
  constexpr unsigned precision = 128;
  const Rational chances = Rational(candidates * to_integer(std::uint64_t{columns})) / beta;
  return (log(Interval(chances, precision)) / Interval(*rate, precision)).ceil_of_high();
}

Result<Released<ExponentialQuantiles>> exponential_quantiles(const SortedColumns &columns, std::uint64_t rank,
                                                             Grant<Rho> grant, Bits &bits, std::string step) {
  const auto rate = quantile_rate(columns.columns(), grant.amount());
  if (!rate)
    return Error{ErrorKind::bad_parameter,
                 "rho is too small for any answer: every number would be as likely as every other",
                 "give more budget"};
  const std::uint64_t within = std::clamp<std::uint64_t>(rank, 1, columns.rows());
  const ReleaseKey key;
  ExponentialQuantiles found;
  for (std::size_t j = 0; j < columns.columns(); ++j) {
    const Gaps gaps = gaps_of(columns.values(key, j), columns.bound(), within);
    const Choice choice = ExponentialMechanism(gaps.gaps, *rate)(bits);
    // Modulo 2^64: the candidate fits.
    found.values.push_back(
        static_cast<std::int64_t>(static_cast<std::uint64_t>(gaps.firsts[choice.gap]) + choice.offset));
  }
  return Released<ExponentialQuantiles>(key, std::move(found), std::move(grant).spend(std::move(step)),
                                        bits.provenance());
}

} // namespace poise
