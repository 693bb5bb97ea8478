// Everyone through exactly the functions that real participants, shufflers and analyzers use; or, for very
// many, what those would add up.
#include "poise/shuffle/shuffle_mean.h"

#include "poise/base/crew.h"
#include "poise/estimate/mean_parts.h"
#include "poise/grid/on_grid.h"
#include "poise/protocol/participants.h"
#include "poise/protocol/spent_stages.h"
#include "poise/shuffle/shuffle_analyzer.h"
#include "poise/shuffle/shuffler.h"

#include <atomic>
#include <mutex>
#include <stdexcept>

namespace poise {
namespace {

using Outcome = ShuffleAnalyzer::Outcome;

struct Play {
  const Session &session;
  const ShufflePlan &plan;
  const Participants &everyone;
  Bits &bits;
  const Work &work;
};

// Batch by batch to the shuffler, all at once to the analyzer.
Result<Outcome> play_records(const Play &play, const Round &round) {
  const auto client = ShuffleClient::prepare(play.session, play.plan, round, play.everyone.count());
  if (!client) return client.error();
  auto shuffler = Shuffler::open(play.session, play.plan, round);
  if (!shuffler) return shuffler.error();
  std::mutex door;
  std::optional<Error> refused;
  const auto failed = play.everyone.each(
      play.work, play.bits, [&](unsigned, std::size_t i, std::span<const std::int64_t> row, Bits &own) {
        const Bytes batch = client->answer(i, row, own);
        const std::lock_guard lock(door);
        if (auto error = shuffler->add(batch); error && !refused) refused = std::move(error);
      });
  if (failed) return *failed;
  if (refused) return *refused;
  const auto shuffled = std::move(*shuffler).release(play.bits);
  if (!shuffled) return shuffled.error();
  const auto analyzer = ShuffleAnalyzer::listen(play.session, play.plan, round);
  if (!analyzer) return analyzer.error();
  return analyzer->decode(*shuffled, std::nullopt);
}

// PROMISE  What the analyzer makes of a round has the same law as with records.
// WHY      Shares of a vector add up to the vector, so the analyzer's sums are those of everyone's noisy
//          vectors, as residues. A bin's count is that of own nodes plus Poisson dummies
//          (aggregate_tree_counts).
// CHECKED  tests/shuffle/shuffle_mean_test.cpp
Result<Outcome> play_sums(const Play &play, const Round &round) {
  const auto client = ShuffleClient::prepare(play.session, play.plan, round, play.everyone.count());
  if (!client) return client.error();
  const auto analyzer = ShuffleAnalyzer::listen(play.session, play.plan, round);
  if (!analyzer) return analyzer.error();
  const unsigned workers = worker_count(play.work);
  if (const auto *const tree = std::get_if<TreePlan>(&client->records().how)) {
    const std::uint64_t leaves = tree->shape.leaves();
    std::vector<std::vector<std::uint64_t>> counts(
        workers, std::vector<std::uint64_t>(tree->shape.coordinates * leaves));
    const auto failed = play.everyone.each(
        play.work, play.bits, [&](unsigned worker, std::size_t, std::span<const std::int64_t> row, Bits &) {
          std::vector<std::uint32_t> own(tree->shape.coordinates);
          client->own_leaves(row, own);
          for (std::size_t j = 0; j < own.size(); ++j) ++counts[worker][j * leaves + own[j]];
        });
    if (failed) return *failed;
    for (unsigned worker = 1; worker < workers; ++worker)
      for (std::size_t i = 0; i < counts[0].size(); ++i) counts[0][i] += counts[worker][i];
    return analyzer->outcome_of(aggregate_tree_counts(tree->shape, counts[0], tree->dummies_a_head,
                                                      play.everyone.count(), play.bits));
  }
  const ShareShape &shape = std::get<SharePlan>(client->records().how).shape;
  std::vector<std::vector<std::uint64_t>> sums(workers, std::vector<std::uint64_t>(shape.coordinates));
  const auto failed = play.everyone.each(
      play.work, play.bits, [&](unsigned worker, std::size_t, std::span<const std::int64_t> row, Bits &own) {
        std::vector<std::int64_t> vector(shape.coordinates);
        client->noisy_vector(row, own, vector);
        for (std::size_t j = 0; j < vector.size(); ++j)
          sums[worker][j] += static_cast<std::uint64_t>(vector[j]);
      });
  if (failed) return *failed;
  std::vector<std::int64_t> total;
  for (std::size_t j = 0; j < shape.coordinates; ++j) {
    std::uint64_t residue = 0;
    for (const auto &part : sums) residue += part[j];
    total.push_back(signed_residue(residue, shape.word_bytes));
  }
  return analyzer->outcome_of(total);
}

// The shuffler holds all records, and its result is a copy.
bool fits_memory(const Play &play, const RecordShape &shape) {
  return 2 * shape.bytes_a_head() * static_cast<double>(play.everyone.count()) <=
         static_cast<double>(play.work.memory);
}

Error too_few(std::uint64_t participants, std::uint64_t needed) {
  return {
      ErrorKind::bad_input, not_enough_rows("the shuffle model", participants, needed),
      "give more rows, more budget or fewer columns, or trust a curator: --model central; nothing was spent"};
}

} // namespace

Result<Rho> shuffle_rho(const Approximate &promise) {
  const auto budget = shuffle_budget(promise);
  if (!budget) return budget.error();
  return budget->rho;
}

Result<Estimate> shuffle_mean(const Table &table, const Grid &grid, const Approximate &promise,
                              Grant<Rho> grant, Bits &bits, const ShuffleOptions &options, const Work &work) {
  if (const auto error = too_few_people(table)) return *error;
  const std::size_t columns = table.columns().size(), people = count_people(table);
  Session session{.id = {},
                  .participants = people,
                  .columns = table.columns(),
                  .grid = grid,
                  .signs = std::vector<std::uint64_t>((columns + 63) / 64),
                  .reach = options.mean_within ? reach_for(*options.mean_within, grid, columns) : 0,
                  .budget = ShuffleBudget{promise, options.dishonest, {}}};
  if (const auto error = wrong_session(session)) return *error;
  const auto plan = ShufflePlan::of(session);
  if (!plan) return plan.error();
  if (!(grant.amount() == plan->budget.rho))
    throw std::logic_error("poise: the grant of a shuffled mean is what its promise allows");
  if (const std::uint64_t needed = shuffle_participants_needed(*plan, session); needed > people)
    return too_few(people, needed);
  auto rows = on_grid(table, grid, work);
  if (!rows) return rows.error();
  const auto everyone = Participants::of(**rows, work);
  if (!everyone) return everyone.error();

  session.id = random_id(bits);
  session.signs = session_signs(columns, bits);
  const Schedule schedule = plan->schedule();
  Receipt<Rho> receipt = spent_stages(std::move(grant), schedule, shuffle_shares(session.reach == 0));
  const Play play{session, *plan, *everyone, bits, work};
  Traffic traffic{0, 0}; // as it would be with sealed records
  Round round = first_round(session, schedule, [&](Step step) { return plan->shape(step); });
  for (;;) {
    const auto shape = RecordShape::of(session, *plan, round);
    if (!shape) return shape.error();
    using Path = ShuffleOptions::Path;
    const bool records =
        options.path == Path::records || (options.path == Path::automatic && fits_memory(play, *shape));
    auto outcome = records ? play_records(play, round) : play_sums(play, round);
    if (!outcome) return outcome.error();
    ++traffic.rounds;
    traffic.bytes += shape->bytes_a_head() + static_cast<double>(batch_bytes(0, 0));
    if (auto *const found = std::get_if<ProtocolMean>(&*outcome)) {
      Estimate estimate = told("shuffle", table, grid,
                               {std::move(found->value), std::move(found->noise_std), std::move(receipt),
                                bits.provenance() == Provenance::operating_system});
      estimate.traffic = traffic;
      return estimate;
    }
    round = std::get<Round>(std::move(*outcome));
  }
}

} // namespace poise
