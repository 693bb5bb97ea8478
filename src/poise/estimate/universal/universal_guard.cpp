// Every step's share, every step's ladder; and a bisection for the number that would do.
#include "poise/estimate/universal/universal_guard.h"

#include "poise/estimate/enough_people.h"
#include "poise/estimate/search/octave_ladder.h"
#include "poise/estimate/universal/universal_shares.h"
#include "poise/grid/magnitudes.h"
#include "poise/privacy/theorem/subsampling.h"

#include <algorithm>
#include <functional>

namespace poise::internal {
namespace {

constexpr std::uint64_t octaves = (Rungs::highest - Rungs::lowest) / Rungs::per_octave + 1;
constexpr std::uint64_t octaves_of_a_grid = 64;

template <class Unit> Unit share_of(const Unit &whole, unsigned part, unsigned all) {
  return Unit::of(whole.exact() * part / Rational(all)).value();
}

bool at_least(std::uint64_t rows, const Rational &needed) { return Rational(to_integer(rows)) >= needed; }

// Rows with which a search of a radius among so many counts says something.
template <class Unit>
Rational rows_for_radius(const Unit &budget, const RadiusSearch &how, std::uint64_t counts,
                         const Rational &beta) {
  const SearchRates rates = search_rates(budget, how.noise);
  if (rates.count <= 0) return Rational(power_of_two(64));
  if (how.most_margin == 1) return how.margin / rates.threshold + 1;
  return search_error(rates, counts, beta) / (1 - how.most_margin);
}

// Rows with which a quantile that has a quarter of them on either side is found among the powers of two, in
// 99 of 100 runs, for numbers up to about 1e12.
template <class Unit> Rational rows_for_octave(const Unit &budget) {
  constexpr int octaves_away = 40;
  return Rational(4 * octave_error(budget, octaves_away, Rational(1, 100)).value_or(power_of_two(62)));
}

// What may be spent on those looked at.
Epsilon inner_budget(const Epsilon &outer, std::uint64_t looked_at, std::uint64_t people) {
  if (looked_at == people) return outer;
  return epsilon_before_sampling(outer, SamplingRate::of(looked_at, people).value()).value();
}
Rho inner_budget(const Rho &outer, std::uint64_t, std::uint64_t) { return outer; }

template <class Unit>
bool enough_for_range(std::uint64_t looked_at, const Unit &budget, const RangeShares &shares,
                      const UniversalOptions &options) {
  const unsigned all = shares.magnitude + shares.centre + shares.reach + shares.radius;
  const auto fits = [&](unsigned share, const RadiusSearch &how, std::uint64_t counts) {
    return at_least(looked_at, rows_for_radius(share_of(budget, share, all), how, counts, options.beta));
  };
  if (options.version == UniversalVersion::tuned)
    return at_least(looked_at, rows_for_octave(share_of(budget, shares.magnitude, all))) &&
           fits(shares.reach, safe_search(options), octaves_of_a_grid);
  return fits(shares.magnitude, safe_search(options), octaves) &&
         fits(shares.radius, close_search(options), octaves_of_a_grid);
}

template <class Unit>
bool enough_for_mean(std::uint64_t people, const Unit &budget, const UniversalOptions &options) {
  const UniversalShares shares = mean_shares(options, people, budget);
  const unsigned all = shares.scale + shares.whole_range + shares.sum;
  if (options.version == UniversalVersion::tuned && shares.scale > 0 &&
      !at_least(people, rows_for_octave(share_of(budget, shares.scale, all))))
    return false;
  const std::uint64_t looked_at = people_looked_at(people, budget, options);
  return enough_for_range(looked_at,
                          inner_budget(share_of(budget, shares.whole_range, all), looked_at, people),
                          shares.range, options);
}

template <class Unit>
bool enough_for_variance(std::uint64_t people, const Unit &budget, const UniversalOptions &options) {
  const std::uint64_t pairs = people / 2;
  if (pairs == 0) return false;
  const VarianceShares shares = variance_shares(options, pairs, budget);
  const unsigned all = shares.scale + shares.reach + shares.radius + shares.sum;
  if (options.version == UniversalVersion::tuned)
    return at_least(pairs, rows_for_radius(share_of(budget, shares.reach, all), safe_search(options), octaves,
                                           options.beta));
  const std::uint64_t looked_at = people_looked_at(pairs, budget, options);
  return at_least(looked_at,
                  rows_for_radius(inner_budget(share_of(budget, shares.radius, all), looked_at, pairs),
                                  close_search_for_squares(options), octaves, options.beta));
}

template <class Unit>
bool enough_for_quantiles(std::uint64_t people, std::size_t quantiles, const Unit &budget,
                          const UniversalOptions &options) {
  if (options.version == UniversalVersion::published) {
    // A fifth of a part for the quantile itself, four for its range; one part more for the scale.
    const auto parts = static_cast<unsigned>(quantiles + (options.bucket ? 0 : 1));
    return enough_for_range(people, share_of(budget, 4, 5 * parts), published_range_shares(), options);
  }
  const QuantileShares shares = quantile_shares(options, people, 0.5, budget);
  const unsigned all = shares.scale + shares.magnitude + shares.quantiles;
  return (shares.scale == 0 || at_least(people, rows_for_octave(share_of(budget, shares.scale, all)))) &&
         at_least(people, rows_for_octave(share_of(budget, shares.magnitude, all)));
}

std::optional<Error> check(std::uint64_t people, const UniversalOptions &options,
                           const std::function<bool(std::uint64_t)> &enough) {
  if (enough(people)) return std::nullopt;
  constexpr std::uint64_t most = std::uint64_t{1} << 50;
  std::uint64_t low = people, high = std::max<std::uint64_t>(2, people);
  while (high < most && !enough(high)) {
    low = high;
    high *= 2;
  }
  while (high < most && high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    (enough(middle) ? high : low) = middle;
  }
  return bad_input(
      not_enough_rows(std::string(name_of(options.version)), people, high < most ? high : ~std::uint64_t{0}),
      "give more rows, more budget or fewer columns; nothing was spent");
}

} // namespace

std::uint64_t people_looked_at(std::uint64_t people, const Epsilon &epsilon,
                               const UniversalOptions &options) {
  if (options.version == UniversalVersion::tuned || options.bucket || epsilon.exact() >= 1) return people;
  const Integer wish = floor(epsilon.exact() * Rational(to_integer(people)));
  return std::clamp<std::uint64_t>(static_cast<std::uint64_t>(to_uint128(wish)), 1, people);
}
std::uint64_t people_looked_at(std::uint64_t people, const Rho &, const UniversalOptions &) { return people; }

template <class Unit>
std::optional<Error> check_enough_for_mean(std::uint64_t people, const Unit &budget,
                                           const UniversalOptions &options) {
  return check(people, options, [&](std::uint64_t n) { return enough_for_mean(n, budget, options); });
}

template <class Unit>
std::optional<Error> check_enough_for_variance(std::uint64_t people, const Unit &budget,
                                               const UniversalOptions &options) {
  return check(people, options, [&](std::uint64_t n) { return enough_for_variance(n, budget, options); });
}

template <class Unit>
std::optional<Error> check_enough_for_quantiles(std::uint64_t people, std::size_t quantiles,
                                                const Unit &budget, const UniversalOptions &options) {
  return check(people, options,
               [&](std::uint64_t n) { return enough_for_quantiles(n, quantiles, budget, options); });
}

template std::optional<Error> check_enough_for_mean(std::uint64_t, const Epsilon &, const UniversalOptions &);
template std::optional<Error> check_enough_for_mean(std::uint64_t, const Rho &, const UniversalOptions &);
template std::optional<Error> check_enough_for_variance(std::uint64_t, const Epsilon &,
                                                        const UniversalOptions &);
template std::optional<Error> check_enough_for_variance(std::uint64_t, const Rho &, const UniversalOptions &);
template std::optional<Error> check_enough_for_quantiles(std::uint64_t, std::size_t, const Epsilon &,
                                                         const UniversalOptions &);
template std::optional<Error> check_enough_for_quantiles(std::uint64_t, std::size_t, const Rho &,
                                                         const UniversalOptions &);

} // namespace poise::internal
