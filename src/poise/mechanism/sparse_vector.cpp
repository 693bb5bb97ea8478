// One noisy threshold, one noisy count after the other.
#include "poise/mechanism/sparse_vector.h"

#include "poise/privacy/theorem/pure_to_zcdp.h"
#include "poise/random/sampler/discrete_laplace.h"

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace poise::internal {
namespace {

bool too_small(const SearchRates &rates) { return rates.count < ratio(1, power_of_two(60)); }

Error noise_drowns_counts() {
  return bad_parameter("the budget is too small for any answer: the noise would drown every number",
                       "give more budget");
}

// A threshold beyond all counts decides as one just beyond them. Counts are whole numbers: one is above a
// threshold when it is above its floor, and below it when it is below its ceiling.
Int128 whole(const Rational &threshold, Walk walk) {
  const Integer most = power_of_two(66);
  const Integer nearest = walk == Walk::up ? floor(threshold) : ceil(threshold);
  return to_int128(std::clamp(nearest, Integer(-most), most));
}

FirstAbove walk_through(std::span<const std::uint64_t> exact, const CountSearch &search,
                        const SearchRates &rates, Bits &bits) {
  const std::size_t last = std::min(search.last, exact.size() - 1), steps = last - search.first + 1;
  const Int128 threshold_noise = DiscreteLaplace(rates.threshold)(bits);
  const DiscreteLaplace count_noise(rates.count);
  std::vector<Int128> draws(steps);
  for (Int128 &draw : draws) draw = count_noise(bits);

  const bool up = search.walk == Walk::up;
  FirstAbove found{up ? last : search.first, false};
  for (std::size_t i = 0; i < steps && !found.stopped; ++i) {
    const std::size_t at = up ? search.first + i : last - i;
    const Rational nearer = search.ramp * Rational(to_integer(std::uint64_t{i}));
    const Int128 limit =
        whole(up ? Rational(search.threshold - nearer) : Rational(search.threshold + nearer), search.walk) +
        threshold_noise;
    const Int128 noisy = static_cast<Int128>(exact[at]) + draws[i];
    if (up ? noisy > limit : noisy < limit) found = {at, true};
  }
  return found;
}

void check(const ExactCounts &counts, const CountSearch &search) {
  if (counts.size() == 0 || search.first >= counts.size() || search.last < search.first)
    throw std::logic_error("poise: a search needs a count");
  if (search.ramp < 0) throw std::logic_error("poise: a ramp leads to the end of a search");
  if (search.noise == SparseVectorNoise::one_direction && !counts.nested())
    throw std::logic_error("poise: only nested counts move in one direction");
}

} // namespace

SearchRates search_rates(const Epsilon &epsilon, SparseVectorNoise noise, std::uint64_t moved_by_one_row) {
  const Rational threshold = epsilon.exact() / (2 * Rational(to_integer(moved_by_one_row)));
  return {threshold, noise == SparseVectorNoise::one_direction ? threshold : Rational(threshold / 2)};
}

SearchRates search_rates(const Rho &rho, SparseVectorNoise noise, std::uint64_t moved_by_one_row) {
  const auto epsilon = pure_for_zcdp(rho);
  return epsilon ? search_rates(*epsilon, noise, moved_by_one_row) : SearchRates{0, 0};
}

Result<Released<FirstAbove, Epsilon>> first_above(const ExactCounts &counts, const CountSearch &search,
                                                  Grant<Epsilon> grant, Bits &bits, std::string step) {
  check(counts, search);
  const SearchRates rates = search_rates(grant.amount(), search.noise, counts.moved_by_one_row());
  if (too_small(rates)) return noise_drowns_counts();
  const ReleaseKey key;
  const FirstAbove found = walk_through(counts.values(key), search, rates, bits);
  return Released<FirstAbove, Epsilon>(key, found, std::move(grant).spend(std::move(step)),
                                       bits.provenance());
}

Result<Released<FirstAbove, Rho>> first_above(const ExactCounts &counts, const CountSearch &search,
                                              Grant<Rho> grant, Bits &bits, std::string step) {
  check(counts, search);
  const SearchRates rates = search_rates(grant.amount(), search.noise, counts.moved_by_one_row());
  if (too_small(rates)) return noise_drowns_counts();
  const ReleaseKey key;
  const FirstAbove found = walk_through(counts.values(key), search, rates, bits);
  return Released<FirstAbove, Rho>(key, found, std::move(grant).spend(std::move(step)), bits.provenance());
}

} // namespace poise::internal
