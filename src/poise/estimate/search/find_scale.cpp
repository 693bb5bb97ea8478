// Where 3/16 of all pairs (published), or half of them (tuned), are within 2^k of each other.
#include "poise/estimate/search/find_scale.h"

#include "poise/aggregate/exact/cumulative_counts.h"
#include "poise/estimate/search/octave_ladder.h"
#include "poise/grid/magnitudes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace poise::internal {
namespace {

constexpr std::size_t middle = -Rungs::lowest_octave; // the place of 2^0

int octave_at(std::size_t place) { return Rungs::lowest_octave + static_cast<int>(place); }

// What a search that ended at 2^k says, as published: 2^(k - 1) is too little.
std::optional<int> below(const FirstAbove &found) {
  if (found.index == 0) return std::nullopt;
  return octave_at(found.index) - 1;
}

} // namespace

Result<std::shared_ptr<const GridRows>>
pair_distances(const Table &column, std::span<const std::uint64_t> order, const RunOptions &run, Gaps gaps) {
  constexpr std::array<std::uint64_t, 1> plus = {0};
  return pair_magnitudes(column, order, plus, run, gaps);
}

template <class Unit>
Result<FoundScale<Unit>> find_scale(const GridRows &pairs, Grant<Unit> grant, Bits &bits,
                                    const UniversalOptions &options, const RunOptions &run, double share) {
  FoundScale<Unit> scale;
  if (options.version == UniversalVersion::tuned) {
    const auto half = static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(pairs.rows()) / 2));
    auto found = find_octave(pairs, std::max<std::uint64_t>(1, half), std::move(grant), bits, "scale", run);
    if (!found) return found.error();
    scale.spent = std::move(found->spent);
    if (found->octave) scale.octave = *found->octave - 1;
    return scale;
  }
  std::vector<std::int64_t> rungs;
  for (int octave = Rungs::lowest_octave; octave <= Rungs::highest_octave; ++octave)
    rungs.push_back(std::int64_t{Rungs::per_octave} * octave);
  const auto counts = CumulativeCounts::of(pairs, rungs, run);
  if (!counts) return counts.error();
  const Rational threshold = Rational(3 * to_integer(std::uint64_t{pairs.rows()})) / 16;
  constexpr std::array<unsigned, 2> halves = {1, 1};
  auto grants = std::move(grant).split(halves);
  const CountSearch upwards{.threshold = threshold, .first = middle};
  const auto up = first_above(*counts, upwards, std::move(grants[0]), bits, "scale upwards");
  if (!up) return up.error();
  const CountSearch downwards{.threshold = threshold, .walk = Walk::down, .last = middle};
  const auto down = first_above(*counts, downwards, std::move(grants[1]), bits, "scale downwards");
  if (!down) return down.error();
  scale.spent.add(*up);
  scale.spent.add(*down);
  const bool beyond = !up->value().stopped || up->value().index > middle;
  scale.octave = beyond || down->value().stopped ? below(beyond ? up->value() : down->value()) : std::nullopt;
  return scale;
}

template Result<FoundScale<Epsilon>> find_scale(const GridRows &, Grant<Epsilon>, Bits &,
                                                const UniversalOptions &, const RunOptions &, double);
template Result<FoundScale<Rho>> find_scale(const GridRows &, Grant<Rho>, Bits &, const UniversalOptions &,
                                            const RunOptions &, double);

} // namespace poise::internal
