// A scale from pairs, a magnitude from rows; then powers of two.
#include "poise/estimate/search/find_grid.h"

#include "poise/estimate/enough_people.h"
#include "poise/estimate/saturated.h"
#include "poise/estimate/search/find_scale.h"
#include "poise/estimate/search/octave_ladder.h"
#include "poise/grid/magnitudes.h"
#include "poise/random/sampler/permutation.h"
#include "poise/random/sampler/random_signs.h"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

namespace poise::internal {
namespace {

// Where nearly all rows are 0 there is no magnitude: those that are not are expected within about a billion.
constexpr int octave_of_nothing = 18;

} // namespace

template <class Unit>
Result<FoundGrid<Unit>> find_grid(const Table &table, const GridRequest &request, Grant<Unit> grant,
                                  Bits &bits, const RunOptions &run) {
  const UniversalOptions options;
  const std::size_t columns = table.columns().size();
  constexpr std::array<unsigned, 2> shares = {1, 2};
  auto grants = std::move(grant).split(shares);

  const std::vector<std::uint64_t> signs = random_signs(columns, bits);
  const auto pairs = pair_magnitudes(table, permutation(count_people(table), bits), signs, run);
  if (!pairs) return pairs.error();
  const auto scale = find_scale(**pairs, std::move(grants[0]), bits, options, run);
  if (!scale) return scale.error();

  const auto magnitudes = row_magnitudes(table, run);
  if (!magnitudes) return magnitudes.error();
  // Seven of eight rows, or more where the budget allows; the others are expected within the octaves beyond.
  const std::size_t people = (*magnitudes)->rows();
  const std::uint64_t rank = high_rank(people, 8, grants[1].amount());
  const auto off = octave_error(grants[1].amount(), common_octaves, options.beta);
  const auto magnitude = find_octave(**magnitudes, rank, std::move(grants[1]), bits, "magnitude", run);
  if (!magnitude) return magnitude.error();

  const int reach = magnitude->octave.value_or(octave_of_nothing), top = reach + request.beyond;
  // A sum over d columns varies sqrt(d) times as much as one of them.
  const int half_columns = static_cast<int>(std::bit_width(columns)) / 2;
  const int fine = scale->octave ? *scale->octave - half_columns - request.finer : top - request.most_bits;
  const int step =
      std::clamp(std::max(fine, top - request.most_bits), Grid::least_exponent, Grid::largest_exponent);
  FoundGrid<Unit> found{
      Grid::of(step, std::int64_t{1} << std::clamp(top - step, 0, request.most_bits)).value(),
      scale->octave ? std::optional(times_power_of_two(Rational(1), *scale->octave)) : std::nullopt,
      times_power_of_two(Rational(1), reach), saturated(8 * off.value_or(power_of_two(62))), scale->spent};
  found.spent.add(magnitude->spent);
  return found;
}

template Result<FoundGrid<Epsilon>> find_grid(const Table &, const GridRequest &, Grant<Epsilon>, Bits &,
                                              const RunOptions &);
template Result<FoundGrid<Rho>> find_grid(const Table &, const GridRequest &, Grant<Rho>, Bits &,
                                          const RunOptions &);

} // namespace poise::internal
