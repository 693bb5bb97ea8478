// Two binary searches side by side, every round with participants of its own; then the mean.
#include "poise/local/baseline/unknown_var_mean.h"

#include "poise/base/nearest_double.h"
#include "poise/base/worker_pool.h"
#include "poise/estimate/enough_people.h"
#include "poise/grid/on_grid.h"
#include "poise/local/baseline/column_baseline.h"
#include "poise/local/threshold_search.h"

#include <algorithm>
#include <cmath>

namespace poise::internal {
namespace {

// The median, and the quantile that is a standard deviation above it; how close to each was published.
constexpr double half = 0.5, above = 0.8413447460685429;
constexpr double close_to_half = 0.098 / 2, close_to_above = 0.052 / 2;

enum class Part { median, deviation, mean };
Part part_of(std::size_t participant) {
  return participant % 4 == 0 ? Part::median : participant % 4 == 1 ? Part::deviation : Part::mean;
}
bool measures(std::size_t participant) { return part_of(participant) == Part::mean; }

// Rounds until what is left is a quarter of the least deviation, as published.
unsigned rounds_for(const Rational &width, const Rational &least_sigma) {
  const Integer parts = ceil(4 * width / least_sigma);
  return static_cast<unsigned>(mpz_sizeinbase(Integer(parts - 1).get_mpz_t(), 2));
}

std::int64_t steps(const Rational &value, const Grid &grid) {
  return static_cast<std::int64_t>(to_int128(ceil(value / grid.step())));
}

// Both searches in every column.
struct Searches {
  std::vector<ThresholdSearch> median, deviation;
  unsigned median_rounds, deviation_rounds;

  unsigned rounds() const { return std::max(median_rounds, deviation_rounds); }
};

Searches searches_for(std::size_t columns, const Grid &grid, const UnknownVarOptions &options,
                      const Epsilon &epsilon) {
  const std::int64_t range = steps(options.range, grid), sigma = steps(options.largest_sigma, grid);
  const double epsilon_seen = epsilon.display();
  return {std::vector(columns, ThresholdSearch(-range, range, half, close_to_half, epsilon_seen)),
          std::vector(columns, ThresholdSearch(-range, range + sigma, above, close_to_above, epsilon_seen)),
          rounds_for(2 * options.range, options.least_sigma),
          rounds_for(2 * options.range + options.largest_sigma, options.least_sigma)};
}

// Who is asked in which round of their search.
bool asked(std::size_t participant, unsigned round, unsigned rounds) {
  return participant / 4 % rounds == round;
}

std::optional<Error> search(Searches &searches, const Participants &participants, const FlipCoins &coins,
                            Bits &bits, const RunOptions &run) {
  const std::size_t columns = participants.columns();
  for (unsigned round = 0; round < searches.rounds(); ++round) {
    struct Tally {
      std::uint64_t asked[2] = {};
      std::vector<std::uint64_t> below[2];
    };
    std::vector<Tally> tallies(WorkerPool::size_for(run.threads));
    for (Tally &tally : tallies)
      for (auto &below : tally.below) below.assign(columns, 0);
    const auto failed = participants.each(
        run, bits,
        [&](unsigned worker, std::size_t participant, std::span<const std::int64_t> row, Bits &own) {
          const Part part = part_of(participant);
          if (part == Part::mean) return;
          const bool first = part == Part::median;
          if (!asked(participant, round, first ? searches.median_rounds : searches.deviation_rounds)) return;
          const std::vector<ThresholdSearch> &where = first ? searches.median : searches.deviation;
          Tally &tally = tallies[worker];
          ++tally.asked[first ? 0 : 1];
          for (std::size_t j = 0; j < columns; ++j)
            tally.below[first ? 0 : 1][j] +=
                threshold_report(row[j], where[j].threshold(), coins, own) ? 1 : 0;
        });
    if (failed) return failed;
    for (std::size_t w = 1; w < tallies.size(); ++w)
      for (const std::size_t s : {0U, 1U}) {
        tallies[0].asked[s] += tallies[w].asked[s];
        for (std::size_t j = 0; j < columns; ++j) tallies[0].below[s][j] += tallies[w].below[s][j];
      }
    for (std::size_t j = 0; j < columns; ++j) {
      if (round < searches.median_rounds)
        searches.median[j].hear(tallies[0].below[0][j], tallies[0].asked[0]);
      if (round < searches.deviation_rounds)
        searches.deviation[j].hear(tallies[0].below[1][j], tallies[0].asked[1]);
    }
  }
  return std::nullopt;
}

std::optional<Error> too_few(const Table &table, const Searches &searches) {
  const std::size_t people = count_people(table), needed = 4 * std::size_t{searches.rounds()};
  if (people >= needed) return std::nullopt;
  return bad_input(not_enough_rows("unknown-var", people, needed),
                   "give more rows, or a narrower range of means and deviations");
}

} // namespace

Result<Estimate> unknown_var_mean(const Table &table, const Grid &grid, Grant<Epsilon> grant, Bits &bits,
                                  const UnknownVarOptions &options, const RunOptions &run) {
  if (const auto error = check_baseline(table, grid, options.range, options.least_sigma,
                                        options.largest_sigma, options.beta))
    return *error;
  const std::size_t people = count_people(table), columns = table.columns().size();
  const auto loss = loss_of_a_column({grant.amount(), options.delta}, columns);
  if (!loss) return loss.error();
  Searches searches = searches_for(columns, grid, options, loss->answer.epsilon);
  if (const auto error = too_few(table, searches)) return *error;
  const std::int64_t least = steps(options.least_sigma, grid), largest = steps(options.largest_sigma, grid);
  const Integer widest = reach_around_centre(Rational(to_integer(Int128{largest})), people, options.beta);
  if (const auto trial = ClippedReports::around(0, widest, loss->rho); !trial) return trial.error();

  const auto rows = on_grid(table, grid, run);
  if (!rows) return rows.error();
  const auto participants = Participants::of(**rows, bits, run);
  if (!participants) return participants.error();
  if (const auto failed = search(searches, *participants, FlipCoins(loss->answer.epsilon.exact()), bits, run))
    return *failed;
  std::vector<ClippedReports> reports;
  for (std::size_t j = 0; j < columns; ++j) {
    const std::int64_t centre = searches.median[j].threshold();
    const std::int64_t sigma = std::clamp(searches.deviation[j].threshold() - centre, least, largest);
    const Integer reach = reach_around_centre(Rational(to_integer(Int128{sigma})), people, options.beta);
    reports.push_back(ClippedReports::around(to_integer(Int128{centre}), reach, loss->rho).value());
  }
  return mean_of_reports("unknown-var", {table, grid, *participants, options.range, run}, reports, measures,
                         std::move(grant), bits);
}

} // namespace poise::internal
