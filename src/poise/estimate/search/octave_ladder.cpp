// Counts up to every power of two, and a prior that thins out away from 1.
#include "poise/estimate/search/octave_ladder.h"

#include "poise/aggregate/exact/cumulative_counts.h"
#include "poise/base/interval.h"
#include "poise/grid/magnitudes.h"
#include "poise/mechanism/ladder_quantile.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace poise::internal {
namespace {

std::uint64_t prior_of(int octave) {
  const auto away = static_cast<std::uint64_t>(std::abs(octave)) + 1;
  return (std::uint64_t{1} << 40) / (away * away);
}

struct Ladder {
  std::vector<std::int64_t> rungs;
  std::vector<std::uint64_t> prior;
};

const Ladder &ladder() {
  static const Ladder all = [] {
    Ladder made;
    for (int octave = Rungs::lowest_octave; octave <= Rungs::highest_octave; ++octave) {
      made.rungs.push_back(std::int64_t{Rungs::per_octave} * octave);
      made.prior.push_back(prior_of(octave));
    }
    return made;
  }();
  return all;
}

std::optional<Integer> error_at(const std::optional<Rational> &rate, int away, const Rational &beta) {
  if (!rate) return std::nullopt;
  Integer all = 0;
  for (const std::uint64_t weight : ladder().prior) all += to_integer(weight);
  const Rational chances = Rational(all) / (Rational(to_integer(prior_of(away))) * beta);
  constexpr unsigned precision = 64;
  return (log(Interval(chances, precision)) / Interval(*rate, precision)).ceil_of_high();
}

} // namespace

template <class Unit>
Result<FoundOctave<Unit>> find_octave(const GridRows &rungs, std::uint64_t rank, Grant<Unit> grant,
                                      Bits &bits, std::string name, const RunOptions &run) {
  const auto counts = CumulativeCounts::of(rungs, ladder().rungs, run);
  if (!counts) return counts.error();
  const auto found = ladder_quantile(*counts, rank, ladder().prior, std::move(grant), bits, std::move(name));
  if (!found) return found.error();
  FoundOctave<Unit> result;
  result.spent.add(*found);
  if (found->value().index > 0) result.octave = Rungs::lowest_octave + static_cast<int>(found->value().index);
  return result;
}

std::optional<Integer> octave_error(const Epsilon &epsilon, int away, const Rational &beta) {
  return error_at(ladder_rate(epsilon), away, beta);
}
std::optional<Integer> octave_error(const Rho &rho, int away, const Rational &beta) {
  return error_at(ladder_rate(rho), away, beta);
}

namespace {

std::uint64_t rank_with(std::uint64_t rows, std::uint64_t part, const std::optional<Integer> &error) {
  const Integer most = to_integer(rows / part);
  const Integer left = error ? std::min(*error, most) : most;
  return std::max<std::uint64_t>(1, rows - static_cast<std::uint64_t>(to_uint128(left)));
}

const Rational &rare() {
  static const Rational chance(1, 1000);
  return chance;
}

} // namespace

std::uint64_t high_rank(std::uint64_t rows, std::uint64_t part, const Epsilon &epsilon) {
  return rank_with(rows, part, octave_error(epsilon, Rungs::lowest_octave, rare()));
}
std::uint64_t high_rank(std::uint64_t rows, std::uint64_t part, const Rho &rho) {
  return rank_with(rows, part, octave_error(rho, Rungs::lowest_octave, rare()));
}

template Result<FoundOctave<Epsilon>> find_octave(const GridRows &, std::uint64_t, Grant<Epsilon>, Bits &,
                                                  std::string, const RunOptions &);
template Result<FoundOctave<Rho>> find_octave(const GridRows &, std::uint64_t, Grant<Rho>, Bits &,
                                              std::string, const RunOptions &);

} // namespace poise::internal
