// Scale, magnitude, quantiles; each column by itself.
#include "poise/estimate/universal/universal_quantile.h"

#include "poise/aggregate/exact/sorted_columns.h"
#include "poise/aggregate/people/present_counts.h"
#include "poise/aggregate/transform/clamped_rows.h"
#include "poise/aggregate/transform/shifted_rows.h"
#include "poise/base/nearest_double.h"
#include "poise/estimate/about_columns.h"
#include "poise/estimate/enough_people.h"
#include "poise/estimate/saturated.h"
#include "poise/estimate/search/find_range.h"
#include "poise/estimate/search/find_scale.h"
#include "poise/estimate/search/octave_ladder.h"
#include "poise/estimate/universal/every_column.h"
#include "poise/estimate/universal/universal_guard.h"
#include "poise/estimate/universal/universal_shares.h"
#include "poise/grid/magnitudes.h"
#include "poise/grid/on_grid.h"
#include "poise/mechanism/exponential_quantile.h"
#include "poise/mechanism/noisy_sum.h"
#include "poise/mechanism/recursive_quantiles.h"
#include "poise/random/sampler/permutation.h"
#include "poise/table/column_of.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace poise::internal {
namespace {

const Rational &chance_beyond() {
  static const Rational chance(1, 20);
  return chance;
}

// More octaves than a magnitude that leaves out some rows leaves out of most data.
constexpr int octaves_beyond_magnitude = 12;
constexpr int all_octaves = 1074;

// How many cells of a column there are, as far as anybody may know.
struct PresentCells {
  std::uint64_t likely;    // at least 1
  double share, noise_std; // of the rows
  bool hardly_any = false;
};

// What was found in one column.
template <class Unit> struct FoundQuantiles {
  std::vector<double> values; // in rising order; not numbers where there are hardly any cells
  PresentCells present;
  std::uint64_t rank_error; // at interval_level
  std::uint64_t needed_rows;
  SpentSteps<Unit> spent;
};

// A resolution of the scale over n.
int finer_for(std::uint64_t people) { return static_cast<int>(std::bit_width(people)); }

// The rank of a quantile, no nearer to the ends than the error where there is room.
std::uint64_t rank_of(const Rational &quantile, std::uint64_t people, std::uint64_t error) {
  const auto rank = static_cast<std::uint64_t>(to_uint128(ceil(quantile * Rational(to_integer(people)))));
  const std::uint64_t away = std::min(error, people / 2);
  return std::clamp(rank, std::max<std::uint64_t>(1, away), std::max<std::uint64_t>(1, people - away));
}

std::vector<double> as_numbers(std::vector<std::int64_t> values, std::int64_t centre, const Grid &grid) {
  std::ranges::sort(values);
  std::vector<double> numbers;
  for (const std::int64_t value : values)
    numbers.push_back(nearest_double((to_integer(Int128{value}) + to_integer(Int128{centre})) * grid.step()));
  return numbers;
}

template <class Unit>
std::uint64_t rank_error(const Grid &grid, std::size_t quantiles, std::size_t rows, const Unit &budget,
                         const Rational &beta) {
  const Integer candidates = 2 * to_integer(Int128{grid.bound()}) + 1;
  if (quantiles > 2)
    return saturated(
        recursive_rank_error(candidates, quantiles, rows, budget, beta).value_or(power_of_two(64)));
  // Of several columns of one table, or as many quantiles of one: the same division, the same union bound.
  return saturated(quantile_rank_error(candidates, quantiles, budget, beta).value_or(power_of_two(64)));
}

std::uint64_t sum(std::uint64_t a, std::uint64_t b) { return a > ~b ? ~std::uint64_t{0} : a + b; }

// How far ranks are kept from the ends, where a value may escape: so many rows that all candidates beyond
// them together are hardly ever chosen, at the rate of the least likely step.
template <class Unit>
std::uint64_t away_from_ends(const Grid &grid, const std::vector<Rational> &quantiles, const Unit &budget) {
  constexpr double nats_to_spare = 3;
  double rate = 0;
  if (quantiles.size() <= 2) {
    const auto one = quantile_rate(quantiles.size(), budget);
    rate = one ? one->get_d() : 0;
  } else if (const auto steps = recursive_steps(quantiles, budget)) {
    rate = std::ranges::min(*steps, {}, &RecursiveStep::rate).rate.get_d();
  }
  const double rows = (std::log(2 * static_cast<double>(grid.bound()) + 1) + nats_to_spare) / rate;
  return rows < 0x1p62 ? static_cast<std::uint64_t>(std::ceil(rows)) : std::uint64_t{1} << 62;
}

// By how many rows the outermost of them is moved for that.
std::uint64_t moved_by(const std::vector<Rational> &quantiles, std::uint64_t people, std::uint64_t away) {
  std::uint64_t most = 0;
  for (const Rational &quantile : quantiles) {
    const std::uint64_t wish = rank_of(quantile, people, 0), got = rank_of(quantile, people, away);
    most = std::max(most, wish > got ? wish - got : got - wish);
  }
  return most;
}

// All quantiles of the cells that are there, of a sorted column in which gaps come last, at ranks `error`
// away from the ends.
template <class Unit>
Result<std::vector<std::int64_t>> find_quantiles(const SortedColumns &sorted, std::uint64_t present,
                                                 const std::vector<Rational> &quantiles, std::uint64_t error,
                                                 Grant<Unit> grant, Bits &bits, SpentSteps<Unit> &spent) {
  std::vector<std::int64_t> values;
  if (quantiles.size() <= 2) {
    auto grants = std::move(grant).split(std::vector<unsigned>(quantiles.size(), 1));
    for (std::size_t i = 0; i < quantiles.size(); ++i) {
      const auto found =
          exponential_quantiles(sorted, rank_of(quantiles[i], present, error), std::move(grants[i]), bits,
                                "quantile " + quantiles[i].get_str());
      if (!found) return found.error();
      spent.add(*found);
      values.push_back(found->value().values[0]);
    }
    return values;
  }
  // Those that were moved to one and the same are looked for once.
  const Rational people(to_integer(std::uint64_t{sorted.rows()}));
  std::vector<Rational> moved, different;
  const Rational there = Rational(to_integer(present)) / people,
                 away = Rational(to_integer(std::min<std::uint64_t>(error, present / 2))) / people;
  for (const Rational &quantile : quantiles)
    moved.push_back(std::clamp<Rational>(quantile * there, away, Rational(there - away)));
  std::ranges::unique_copy(moved, std::back_inserter(different));
  const auto found = recursive_quantiles(sorted, different, std::move(grant), bits);
  if (!found) return found.error();
  spent.add(*found);
  for (const Rational &quantile : moved)
    values.push_back(
        found->value()
            .values[static_cast<std::size_t>(std::ranges::find(different, quantile) - different.begin())]);
  return values;
}

// How many cells are there, with noise.
template <class Unit>
Result<PresentCells> count_present(const Table &column, Grant<Unit> grant, Bits &bits, const RunOptions &run,
                                   SpentSteps<Unit> &spent) {
  const auto rows = PeopleRows::of(column, run);
  if (!rows) return rows.error();
  const auto exact = PresentCounts::of(*rows, run);
  if (!exact) return exact.error();
  const auto noisy = noisy_sum(*exact, std::move(grant), bits, "present cells");
  if (!noisy) return noisy.error();
  spent.add(*noisy);
  constexpr double surely = 4; // standard deviations
  const auto people = static_cast<double>(rows->rows()),
             count = static_cast<double>(noisy->value().values[0]);
  const double noise = nearest_root(Rational(noisy->value().noise_variance));
  return PresentCells{static_cast<std::uint64_t>(std::clamp(count, 1.0, people)),
                      std::clamp(count / people, 0.0, 1.0), noise / people, count < surely * noise};
}

// Of how many rows that count might be off, at the level of 95% for either kind of noise.
std::uint64_t may_be_miscounted(const PresentCells &present, std::uint64_t people) {
  constexpr double stds = 2.12;
  return static_cast<std::uint64_t>(std::ceil(stds * present.noise_std * static_cast<double>(people)));
}

// A resolution, from distances of pairs.
template <class Unit>
Result<std::optional<int>> scale_of(const Table &column, const PresentCells &present, Grant<Unit> grant,
                                    Bits &bits, const UniversalOptions &options, const RunOptions &run,
                                    SpentSteps<Unit> &spent) {
  const std::uint64_t people = count_people(column);
  const auto pairs =
      pair_distances(column, permutation(people, bits), run, options.skip_gaps ? Gaps::beyond : Gaps::zero);
  if (!pairs) return pairs.error();
  // Both are there in this share of the pairs, as their order is random.
  const auto found = find_scale(**pairs, std::move(grant), bits, options, run, present.share * present.share);
  if (!found) return found.error();
  spent.add(found->spent);
  return found->octave ? std::optional(*found->octave - finer_for(people)) : std::nullopt;
}

template <class Unit>
Result<FoundQuantiles<Unit>> tuned_quantiles(const Table &column, const std::vector<Rational> &quantiles,
                                             Grant<Unit> grant, Bits &bits, const UniversalOptions &options,
                                             const RunOptions &run) {
  const std::uint64_t people = count_people(column);
  const Gaps gaps = options.skip_gaps ? Gaps::beyond : Gaps::zero;
  FoundQuantiles<Unit> result{};
  result.present = {people, 1, 0};
  std::optional<Grant<Unit>> rest(std::move(grant));
  if (options.skip_gaps) {
    constexpr std::array<unsigned, 2> parts = {1, 24};
    auto grants = std::move(*rest).split(parts);
    const auto counted = count_present(column, std::move(grants[0]), bits, run, result.spent);
    if (!counted) return counted.error();
    result.present = *counted;
    rest.emplace(std::move(grants[1]));
  }
  const std::uint64_t present = result.present.likely;
  const Rational tail = std::min<Rational>(quantiles.front(), 1 - quantiles.back()); // they rise
  const QuantileShares shares = quantile_shares(options, present, tail.get_d(), rest->amount());
  const std::array weights = {shares.scale, shares.magnitude, shares.quantiles};
  auto grants = split_up(std::move(*rest), weights);

  std::optional<int> scale = options.bucket;
  if (grants[0]) {
    const auto found =
        scale_of(column, result.present, std::move(*grants[0]), bits, options, run, result.spent);
    if (!found) return found.error();
    scale = *found;
  }
  // Fewer than half of those beyond the outermost quantile are to be beyond the magnitude, where the budget
  // allows.
  const Unit for_magnitude = grants[1]->amount();
  const std::uint64_t beyond = saturated(floor(tail * Rational(to_integer(present)) / 2));
  const auto least_beyond = octave_error(for_magnitude, all_octaves, Rational(1, 1000));
  const std::uint64_t within_reach =
      present - std::min(present - 1, std::max(beyond, saturated(least_beyond.value_or(power_of_two(62)))));
  const auto magnitudes = row_magnitudes(column, run, gaps);
  if (!magnitudes) return magnitudes.error();
  const auto magnitude =
      find_octave(**magnitudes, std::max(within_reach, high_rank(present, 4, for_magnitude)),
                  std::move(*grants[1]), bits, "magnitude", run);
  if (!magnitude) return magnitude.error();
  result.spent.add(magnitude->spent);

  // Where it does not, further out, in the hope that it is there.
  const bool held = to_integer(beyond) >= least_beyond.value_or(power_of_two(62));
  const int octave =
      std::min(magnitude->octave.value_or(Rungs::lowest_octave) + (held ? 1 : octaves_beyond_magnitude),
               Rungs::highest_octave);
  Grid grid = grid_for(octave, scale, 0);
  if (options.skip_gaps) grid = grid.with_gaps_on_top();
  const auto rows = on_grid(column, grid, run);
  if (!rows) return rows.error();
  const auto sorted = SortedColumns::of(**rows, run);
  if (!sorted) return sorted.error();
  const Unit for_quantiles = grants[2]->amount();
  const std::uint64_t error = rank_error(grid, quantiles.size(), people, for_quantiles, options.beta);
  const std::uint64_t away = away_from_ends(grid, quantiles, for_quantiles);
  result.rank_error = sum(sum(rank_error(grid, quantiles.size(), people, for_quantiles, chance_beyond()),
                              moved_by(quantiles, present, away)),
                          may_be_miscounted(result.present, people));
  const auto for_octave = octave_error(for_magnitude, common_octaves, options.beta);
  result.needed_rows =
      std::max(saturated(4 * for_octave.value_or(power_of_two(62))), saturated(4 * to_integer(error)));
  auto values = find_quantiles(*sorted, present, quantiles, away, std::move(*grants[2]), bits, result.spent);
  if (!values) return values.error();
  result.values = as_numbers(std::move(*values), 0, grid);
  if (result.present.hardly_any) std::ranges::fill(result.values, std::numeric_limits<double>::quiet_NaN());
  return result;
}

template <class Unit>
Result<FoundQuantiles<Unit>> published_quantiles(const Table &column, const std::vector<Rational> &quantiles,
                                                 Grant<Unit> grant, Bits &bits,
                                                 const UniversalOptions &options, const RunOptions &run) {
  const std::uint64_t people = count_people(column);
  std::vector<unsigned> weights = {options.bucket ? 0U : 5U};
  for (std::size_t i = 0; i < quantiles.size(); ++i) weights.insert(weights.end(), {4U, 1U});
  auto grants = split_up(std::move(grant), weights);

  FoundQuantiles<Unit> result{};
  result.present = {people, 1, 0};
  std::optional<int> scale = options.bucket;
  if (grants[0]) {
    const auto found =
        scale_of(column, result.present, std::move(*grants[0]), bits, options, run, result.spent);
    if (!found) return found.error();
    scale = *found;
  }
  for (std::size_t i = 0; i < quantiles.size(); ++i) {
    const auto range = find_range(column, scale, nullptr, {published_range_shares(), 0},
                                  std::move(*grants[2 * i + 1]), bits, options, run);
    if (!range) return range.error();
    result.spent.add(range->spent);
    auto rows = on_grid(column, range->grid, run);
    if (!rows) return rows.error();
    auto shifted = shifted_rows(std::move(*rows), {range->centre});
    if (!shifted) return shifted.error();
    const auto sorted = SortedColumns::of(*clamped_rows(std::move(*shifted), range->radius), run);
    if (!sorted) return sorted.error();
    const Grid within = Grid::of(range->grid.exponent(), range->radius).value();
    Grant<Unit> &part = *grants[2 * i + 2];
    const std::uint64_t error = rank_error(within, 1, people, part.amount(), options.beta);
    result.rank_error =
        std::max(result.rank_error, sum(rank_error(within, 1, people, part.amount(), chance_beyond()),
                                        moved_by({quantiles[i]}, people, error)));
    result.needed_rows = std::max({result.needed_rows, range->needed_rows, saturated(4 * to_integer(error))});
    auto values = find_quantiles(*sorted, people, {quantiles[i]}, error, std::move(part), bits, result.spent);
    if (!values) return values.error();
    result.values.push_back(as_numbers(std::move(*values), range->centre, range->grid)[0]);
  }
  std::ranges::sort(result.values);
  return result;
}

} // namespace

std::optional<Error> check_quantiles(const std::vector<Rational> &quantiles) {
  constexpr std::size_t most = 1000;
  if (quantiles.empty() || quantiles.size() > most)
    return bad_parameter("there must be 1 to 1000 quantiles", "give some, such as 0.25,0.5,0.75");
  for (const Rational &quantile : quantiles)
    if (quantile < 0 || quantile > 1)
      return bad_parameter("a quantile must lie between 0 and 1",
                           "write 0.5 for the median, 0.99 for what 99% of the rows are within");
  return std::nullopt;
}

template <class Unit>
Result<QuantileEstimate> universal_quantiles(const Table &table, const std::vector<Rational> &quantiles,
                                             Grant<Unit> grant, Bits &bits, const UniversalOptions &options,
                                             const RunOptions &run) {
  if (const auto error = check_universal_options(options)) return *error;
  if (const auto error = check_quantiles(quantiles)) return *error;
  if (const auto error = check_enough_people(table)) return *error;
  if (const auto error = SortedColumns::check_memory(count_people(table), 1, run)) return *error;
  std::vector<Rational> rising = quantiles;
  std::ranges::sort(rising);
  rising.erase(std::unique(rising.begin(), rising.end()), rising.end());

  const std::size_t columns = table.columns().size();
  auto grants = std::move(grant).split(std::vector<unsigned>(columns, 1));
  std::vector<std::vector<double>> values(quantiles.size());
  std::vector<RankError> rank_errors;
  SpentSteps<Unit> spent;
  std::uint64_t needed = 0;
  if (const auto error =
          check_enough_for_quantiles(count_people(table), rising.size(), grants[0].amount(), options))
    return *error;
  const bool tuned = options.version == UniversalVersion::tuned;
  constexpr double mostly_there = 0.9; // otherwise the warning about the rows will do
  PresentShares present;
  std::vector<std::size_t> nothing, few;
  for (std::size_t j = 0; j < columns; ++j) {
    const Table column = column_of(table, j);
    const auto found = tuned ? tuned_quantiles(column, rising, std::move(grants[j]), bits, options, run)
                             : published_quantiles(column, rising, std::move(grants[j]), bits, options, run);
    if (!found) return found.error();
    spent.add(columns > 1 ? found->spent.under(table.columns()[j] + ": ") : found->spent);
    needed = std::max(needed, found->needed_rows);
    rank_errors.push_back({interval_level, found->rank_error});
    present.value.push_back(found->present.share);
    present.noise_std.push_back(found->present.noise_std);
    if (found->present.hardly_any)
      nothing.push_back(j);
    else if (found->present.likely < found->needed_rows && found->present.share < mostly_there)
      few.push_back(j);
    for (std::size_t i = 0; i < quantiles.size(); ++i) {
      const auto place = std::ranges::lower_bound(rising, quantiles[i]) - rising.begin();
      values[i].push_back(found->values[static_cast<std::size_t>(place)]);
    }
  }
  const std::string method(name_of(options.version));
  auto warnings = warnings_about(method, count_people(table), needed, spent.is_private());
  if (!nothing.empty())
    warnings.push_back(about_columns(table.columns(), nothing) +
                       "hardly any cells are there, too few for a quantile");
  if (!few.empty())
    warnings.push_back(about_columns(table.columns(), few) +
                       "so few cells are there that the result may be far off; more budget would help");
  QuantileEstimate estimate{.method = method,
                            .rows = count_people(table),
                            .columns = table.columns(),
                            .quantiles = quantiles,
                            .values = std::move(values),
                            .rank_errors = std::move(rank_errors),
                            .receipt = spent.receipt(),
                            .is_private = spent.is_private(),
                            .warnings = std::move(warnings)};
  if (options.skip_gaps) estimate.present = std::move(present);
  return estimate;
}

template <class Unit>
Result<Estimate> universal_iqr(const Table &table, Grant<Unit> grant, Bits &bits,
                               const UniversalOptions &options, const RunOptions &run) {
  auto quartiles =
      universal_quantiles(table, {Rational(1, 4), Rational(3, 4)}, std::move(grant), bits, options, run);
  if (!quartiles) return quartiles.error();
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  const std::size_t columns = quartiles->columns.size();
  std::vector<double> value;
  RankError worst{interval_level, 0};
  for (std::size_t j = 0; j < columns; ++j) {
    value.push_back(quartiles->values[1][j] - quartiles->values[0][j]);
    worst.rows = std::max(worst.rows, quartiles->rank_errors[j].rows);
  }
  const std::vector<double> none(columns, unknown);
  return Estimate{.method = std::move(quartiles->method),
                  .rows = quartiles->rows,
                  .columns = std::move(quartiles->columns),
                  .value = std::move(value),
                  .noise_std = none,
                  .interval = {interval_level, none, none},
                  .receipt = std::move(quartiles->receipt),
                  .is_private = quartiles->is_private,
                  .warnings = std::move(quartiles->warnings),
                  .present = std::move(quartiles->present),
                  .rank_error = worst};
}

template Result<QuantileEstimate> universal_quantiles(const Table &, const std::vector<Rational> &,
                                                      Grant<Epsilon>, Bits &, const UniversalOptions &,
                                                      const RunOptions &);
template Result<QuantileEstimate> universal_quantiles(const Table &, const std::vector<Rational> &,
                                                      Grant<Rho>, Bits &, const UniversalOptions &,
                                                      const RunOptions &);
template Result<Estimate> universal_iqr(const Table &, Grant<Epsilon>, Bits &, const UniversalOptions &,
                                        const RunOptions &);
template Result<Estimate> universal_iqr(const Table &, Grant<Rho>, Bits &, const UniversalOptions &,
                                        const RunOptions &);

} // namespace poise::internal
