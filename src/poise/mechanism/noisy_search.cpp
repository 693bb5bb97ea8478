// A fixed number of steps; every decision is made from a noisy count.
#include "poise/mechanism/noisy_search.h"

#include "poise/aggregate/exact/column_search.h"
#include "poise/base/interval.h"
#include "poise/random/sampler/discrete_gaussian.h"

#include <algorithm>
#include <optional>

namespace poise::internal {
namespace {

// Of the noise in every count, when `steps` vectors of counts are released, each moved by at most the root of
// `squared_sensitivity` in l2-norm. Nothing when rho is too small for the sampler.
std::optional<Integer> variance_for(unsigned steps, const Integer &squared_sensitivity, const Rho &rho) {
  const Integer variance =
      std::max(Integer(1), ceil(Rational(steps * squared_sensitivity) / (2 * rho.exact())));
  if (variance > power_of_two(DiscreteGaussian::max_variance_bits)) return std::nullopt;
  return variance;
}

Error too_little() {
  return bad_parameter("rho is too small for any answer: the noise would drown every number",
                       "give more budget");
}

// Whether a count with this noise falls short of the rank. |count| < 2^64 and |noise| <= 2^126, so nothing
// overflows; a draw cut off at 2^126 decides as the true one does.
bool falls_short(std::uint64_t count, Int128 noise, std::uint64_t rank) {
  return static_cast<Int128>(count) + noise < static_cast<Int128>(rank);
}

} // namespace

unsigned halvings(const Integer &candidates) {
  const Integer most = candidates - 1;
  return most <= 0 ? 0 : static_cast<unsigned>(mpz_sizeinbase(most.get_mpz_t(), 2));
}

std::optional<Integer> search_rank_error(const Integer &candidates, std::size_t columns, const Rho &rho,
                                         const Rational &beta) {
  const unsigned steps = halvings(candidates);
  if (steps == 0) return Integer(0);
  const Integer draws = steps * to_integer(std::uint64_t{columns});
  const auto variance = variance_for(steps, to_integer(std::uint64_t{columns}), rho);
  if (!variance) return std::nullopt;
  constexpr unsigned precision = 128;
  const Interval likely = log(Interval(Rational(2 * draws) / beta, precision));
  return sqrt(Interval(Integer(2 * *variance), precision) * likely).ceil_of_high();
}

Result<Released<NoisyQuantiles>> noisy_column_quantiles(std::shared_ptr<const GridRows> rows,
                                                        std::uint64_t rank, Grant<Rho> grant, Bits &bits,
                                                        const RunOptions &run) {
  const std::size_t columns = rows->columns();
  const unsigned steps = halvings(2 * to_integer(Int128{rows->bound()}) + 1);
  const auto variance = variance_for(steps, to_integer(std::uint64_t{columns}), grant.amount());
  if (!variance) return too_little();
  const DiscreteGaussian noise{Rational(*variance)};
  const ReleaseKey key;

  ColumnSearch search(std::move(rows), run);
  std::vector<Int128> draws(columns);
  std::vector<ColumnSearch::Half> halves(columns);
  for (unsigned i = 0; i < steps; ++i) {
    for (Int128 &draw : draws) draw = noise(bits);
    const auto counts = search.count(search.middles());
    if (!counts) return counts.error();
    const auto exact = counts->values(key);
    for (std::size_t j = 0; j < columns; ++j) {
      // What is settled stays as it is.
      halves[j] = search.settled(j) || falls_short(exact[j], draws[j], rank) ? ColumnSearch::Half::upper
                                                                             : ColumnSearch::Half::lower;
    }
    search.keep(halves);
  }
  return Released<NoisyQuantiles>(key,
                                  NoisyQuantiles{{search.highs().begin(), search.highs().end()}, *variance},
                                  std::move(grant).spend("centre"), bits.provenance());
}

Result<Released<NoisyRadius>> noisy_radius(const ExactCounts &counts, std::uint64_t rank, Grant<Rho> grant,
                                           Bits &bits) {
  const unsigned steps = halvings(to_integer(std::uint64_t{counts.size()}));
  const Integer moved = to_integer(counts.moved_by_one_row());
  const auto variance = variance_for(steps, moved * moved, grant.amount());
  if (!variance) return too_little();
  const DiscreteGaussian noise{Rational(*variance)};
  const ReleaseKey key;

  const auto exact = counts.values(key);
  std::size_t first = 0, last = counts.size() - 1; // the radius lies in [first, last]
  for (unsigned i = 0; i < steps; ++i) {
    const Int128 draw = noise(bits);
    const std::size_t middle = first + (last - first) / 2;
    if (first == last) continue; // the steps that are left decide nothing
    if (falls_short(exact[middle], draw, rank)) {
      first = middle + 1;
    } else {
      last = middle;
    }
  }
  return Released<NoisyRadius>(key, NoisyRadius{last, *variance}, std::move(grant).spend("radius"),
                               bits.provenance());
}

} // namespace poise::internal
