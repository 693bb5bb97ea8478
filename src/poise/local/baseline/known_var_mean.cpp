// Half of the participants vote for a bin in every column; the others report how far from its centre they
// are.
#include "poise/local/baseline/known_var_mean.h"

#include "poise/base/worker_pool.h"
#include "poise/estimate/enough_people.h"
#include "poise/grid/on_grid.h"
#include "poise/local/baseline/column_baseline.h"
#include "poise/local/bin_reports.h"
#include "poise/local/bit_tallies.h"

namespace poise::internal {
namespace {

constexpr std::int64_t most_bins = 1 << 20;

bool votes(std::size_t participant) { return participant % 2 == 0; }
bool measures_mean(std::size_t participant) { return !votes(participant); }

// As wide as a standard deviation, and enough of them for the range.
Result<Bins> bins_for(const Grid &grid, const KnownVarOptions &options) {
  const Integer width = ceil(options.sigma / grid.step());
  const Integer last = ceil(options.range / grid.step() / Rational(width));
  if (2 * last + 1 > most_bins)
    return bad_parameter("the range of the mean is more than a million standard deviations",
                         "give a smaller range, or a larger standard deviation");
  return Bins{static_cast<std::int64_t>(to_int128(width)), static_cast<std::int64_t>(to_int128(last))};
}

// The bin with most votes, the first of them if there are several.
std::size_t winner(const std::vector<BitTallies> &tallies, std::size_t column, const Bins &bins) {
  std::size_t best = 0;
  std::uint64_t most = 0;
  for (std::size_t bin = 0; bin < bins.count(); ++bin) {
    std::uint64_t count = 0;
    for (const BitTallies &tally : tallies) count += tally.count(column * bins.words() * 64 + bin);
    if (count > most) {
      most = count;
      best = bin;
    }
  }
  return best;
}

Result<std::vector<Integer>> centres(const Participants &participants, const BinReports &reports, Bits &bits,
                                     const RunOptions &run) {
  const std::size_t columns = participants.columns(), words = reports.bins().words();
  std::vector<BitTallies> tallies(WorkerPool::size_for(run.threads), BitTallies(columns * words));
  const auto failed = participants.each(
      run, bits, [&](unsigned worker, std::size_t participant, std::span<const std::int64_t> row, Bits &own) {
        if (!votes(participant)) return;
        BitTallies &tally = tallies[worker];
        for (std::size_t j = 0; j < columns; ++j)
          reports(row[j], own,
                  [&](std::size_t word, std::uint64_t report) { tally.add(j * words + word, report); });
      });
  if (failed) return *failed;
  std::vector<Integer> result;
  for (std::size_t j = 0; j < columns; ++j)
    result.push_back(to_integer(reports.bins().centre_of(winner(tallies, j, reports.bins()))));
  return result;
}

} // namespace

Result<Estimate> known_var_mean(const Table &table, const Grid &grid, Grant<Epsilon> grant, Bits &bits,
                                const KnownVarOptions &options, const RunOptions &run) {
  if (const auto error =
          check_baseline(table, grid, options.range, options.sigma, options.sigma, options.beta))
    return *error;
  const auto bins = bins_for(grid, options);
  if (!bins) return bins.error();
  const auto loss = loss_of_a_column({grant.amount(), options.delta}, table.columns().size());
  if (!loss) return loss.error();
  const Integer reach = reach_around_centre(options.sigma / grid.step(), count_people(table), options.beta);
  if (const auto trial = ClippedReports::around(0, reach, loss->rho); !trial) return trial.error();

  const auto rows = on_grid(table, grid, run);
  if (!rows) return rows.error();
  const auto participants = Participants::of(**rows, bits, run);
  if (!participants) return participants.error();
  const auto found = centres(*participants, BinReports(*bins, loss->answer.epsilon), bits, run);
  if (!found) return found.error();
  std::vector<ClippedReports> reports;
  for (const Integer &centre : *found)
    reports.push_back(ClippedReports::around(centre, reach, loss->rho).value());
  return mean_of_reports("known-var", {table, grid, *participants, options.range, run}, reports, measures_mean,
                         std::move(grant), bits);
}

} // namespace poise::internal
