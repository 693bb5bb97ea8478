// Everyone through exactly the functions that real participants, shufflers and analyzers use; or, for very
// many, what those would add up.
#include "poise/shuffle/shuffle_mean.h"

#include "poise/base/worker_pool.h"
#include "poise/estimate/enough_people.h"
#include "poise/estimate/mean/make_estimate.h"
#include "poise/grid/on_grid.h"
#include "poise/privacy/theorem/pure_to_zcdp.h"
#include "poise/protocol/participants.h"
#include "poise/protocol/spent_stages.h"
#include "poise/shuffle/reference/lemma_12_sum.h"
#include "poise/shuffle/shuffle_analyzer.h"
#include "poise/shuffle/shuffler.h"

#include <cmath>
#include <functional>
#include <mutex>
#include <stdexcept>

namespace poise::internal {
namespace {

using Outcome = ShuffleAnalyzer::Outcome;

struct Play {
  const Session &session;
  const ShufflePlan &plan;
  const Participants &everyone;
  Bits &bits;
  const RunOptions &run;
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
      play.run, play.bits, [&](unsigned, std::size_t i, std::span<const std::int64_t> row, Bits &own) {
        const Bytes batch = client->answer(i, row, own);
        const std::lock_guard lock(door);
        if (auto error = shuffler->add(batch); error && !refused) refused = std::move(error);
      });
  if (failed) return *failed;
  if (refused) return *refused;
  const auto shuffled = std::move(*shuffler).release(play.bits);
  if (!shuffled) return shuffled.error();
  const auto analyzer = ShuffleAnalyzer::for_round(play.session, play.plan, round);
  if (!analyzer) return analyzer.error();
  return analyzer->decode(*shuffled, std::nullopt);
}

using VectorOf =
    std::function<void(std::span<const std::int64_t> row, Bits &own, std::span<std::int64_t> vector)>;

// Everyone's vectors added up, modulo 2^64.
Result<std::vector<std::uint64_t>> summed(const Play &play, std::size_t coordinates,
                                          const VectorOf &vector_of) {
  struct Part {
    std::vector<std::int64_t> vector;
    std::vector<std::uint64_t> sum;
  };
  std::vector<Part> parts(worker_count(play.run),
                          {std::vector<std::int64_t>(coordinates), std::vector<std::uint64_t>(coordinates)});
  const auto failed = play.everyone.each(
      play.run, play.bits, [&](unsigned worker, std::size_t, std::span<const std::int64_t> row, Bits &own) {
        auto &[vector, sum] = parts[worker];
        vector_of(row, own, vector);
        for (std::size_t j = 0; j < coordinates; ++j) sum[j] += static_cast<std::uint64_t>(vector[j]);
      });
  if (failed) return *failed;
  std::vector<std::uint64_t> total(coordinates);
  for (const Part &part : parts)
    for (std::size_t j = 0; j < coordinates; ++j) total[j] += part.sum[j];
  return total;
}

// PROMISE  What the analyzer makes of a round has the same law as with records.
// WHY      Shares of a vector add up to the vector, so the analyzer's sums are those of everyone's noisy
//          vectors, as residues. A bin's count is that of own nodes plus Poisson dummies
//          (aggregate_tree_counts).
// CHECKED  tests/shuffle/shuffle_mean_test.cpp
Result<Outcome> play_sums(const Play &play, const Round &round) {
  const auto client = ShuffleClient::prepare(play.session, play.plan, round, play.everyone.count());
  if (!client) return client.error();
  const auto analyzer = ShuffleAnalyzer::for_round(play.session, play.plan, round);
  if (!analyzer) return analyzer.error();
  const unsigned workers = worker_count(play.run);
  if (const auto *const tree = std::get_if<TreePlan>(&client->records().how)) {
    const std::uint64_t leaves = tree->shape.leaves();
    std::vector<std::vector<std::uint64_t>> counts(
        workers, std::vector<std::uint64_t>(tree->shape.coordinates * leaves));
    const auto failed = play.everyone.each(
        play.run, play.bits, [&](unsigned worker, std::size_t, std::span<const std::int64_t> row, Bits &) {
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
  const auto residues =
      summed(play, shape.coordinates,
             [&](std::span<const std::int64_t> row, Bits &own, std::span<std::int64_t> vector) {
               client->noisy_vector(row, own, vector);
             });
  if (!residues) return residues.error();
  std::vector<std::int64_t> total;
  for (const std::uint64_t residue : *residues) total.push_back(signed_residue(residue, shape.word_bytes));
  return analyzer->outcome_of(total);
}

struct PlayedSum {
  ProtocolMean mean;
  double bytes_per_participant;
};

// The last round by lemma 12: w pure sums that together cost what the step has.
Result<PlayedSum> play_lemma_12(const Play &play, const Round &round) {
  const auto width = static_cast<std::uint32_t>(play.session.width());
  const auto part = Rho::of(play.plan.sum.exact() / width);
  if (!part) return part.error();
  const auto epsilon_each = pure_for_zcdp(*part);
  if (!epsilon_each) return epsilon_each.error();
  const unsigned shift = coarse_shift(round.radius, width);
  const auto sum =
      Lemma12Sum::of(width, coarse_radius(round.radius, shift, width), random_signs(width, play.bits),
                     {play.everyone.count(), play.plan.honest, play.plan.security_bits}, *epsilon_each);
  if (!sum) return sum.error();
  const auto levels =
      summed(play, width, [&](std::span<const std::int64_t> row, Bits &own, std::span<std::int64_t> vector) {
        std::vector<std::int64_t> cells(width);
        rotate_own_row(play.session, row, cells);
        shift_own_row(round.centre, cells);
        clip_own_row(round.radius, shift, own, cells);
        sum->noisy_levels(cells, own, vector);
      });
  if (!levels) return levels.error();
  std::vector<std::int64_t> sums;
  for (const std::uint64_t residue : *levels)
    sums.push_back(signed_residue(residue, sum->each().shape().word_bytes));
  return PlayedSum{mean_around(play.session, round.centre, sum->sum_of(sums),
                               std::ldexp(1.0, static_cast<int>(shift)), sum->noise_variance()),
                   sum->bytes_per_participant()};
}

// The shuffler holds all records, and its result is a copy.
bool fits_memory(const Play &play, const RecordShape &shape) {
  return 2 * shape.bytes_per_participant() * static_cast<double>(play.everyone.count()) <=
         static_cast<double>(play.run.memory);
}

Error too_few(std::uint64_t participants, std::uint64_t needed) {
  return bad_input(
      not_enough_rows("the shuffle model", participants, needed),
      "give more rows, more budget or fewer columns, or trust a curator: `model=central`; nothing was spent");
}

} // namespace

Result<Rho> shuffle_rho(const Approximate &promise) {
  const auto budget = shuffle_budget(promise);
  if (!budget) return budget.error();
  return budget->rho;
}

Result<Estimate> shuffle_mean(const Table &table, const Grid &grid, const Approximate &promise,
                              Grant<Rho> grant, Bits &bits, const ShuffleOptions &options,
                              const RunOptions &run) {
  if (const auto error = check_enough_people(table)) return *error;
  const std::size_t people = count_people(table);
  Session session = planned_session(people, table.columns(), grid, options.mean_within,
                                    ShuffleBudget{promise, options.dishonest, {}});
  if (const auto error = check_session(session)) return *error;
  const auto plan = ShufflePlan::of(session);
  if (!plan) return plan.error();
  if (!(grant.amount() == plan->budget.rho))
    throw std::logic_error("poise: the grant of a shuffled mean is what its promise allows");
  if (const std::uint64_t needed = shuffle_participants_needed(*plan, session); needed > people)
    return too_few(people, needed);
  auto rows = on_grid(table, grid, run);
  if (!rows) return rows.error();
  const auto everyone = Participants::of(**rows, bits, run);
  if (!everyone) return everyone.error();

  session.begin(bits);
  const Schedule schedule = plan->schedule();
  Receipt<Rho> receipt = spent_stages(std::move(grant), schedule, shuffle_shares(session.reach == 0));
  const Play play{session, *plan, *everyone, bits, run};
  Traffic traffic{0, 0}; // as it would be with sealed records
  const auto finish = [&](ProtocolMean found) {
    Estimate estimate = make_estimate("shuffle", table, grid,
                                      {std::move(found.value), std::move(found.noise_std), std::move(receipt),
                                       bits.provenance() == Provenance::operating_system});
    estimate.traffic = traffic;
    return estimate;
  };
  Round round = first_round(session, schedule, [&](Step step) { return plan->shape(step); });
  for (;;) {
    ++traffic.rounds;
    traffic.bytes += static_cast<double>(batch_bytes(0, 0));
    if (round.step == Step::sum && options.sum == SumKind::lemma_12) {
      auto played = play_lemma_12(play, round);
      if (!played) return played.error();
      traffic.bytes += played->bytes_per_participant;
      return finish(std::move(played->mean));
    }
    const auto shape = RecordShape::of(session, *plan, round);
    if (!shape) return shape.error();
    using Path = ShuffleOptions::Path;
    const bool records =
        options.path == Path::records || (options.path == Path::automatic && fits_memory(play, *shape));
    auto outcome = records ? play_records(play, round) : play_sums(play, round);
    if (!outcome) return outcome.error();
    traffic.bytes += shape->bytes_per_participant();
    if (auto *const found = std::get_if<ProtocolMean>(&*outcome)) return finish(std::move(*found));
    round = std::get<Round>(std::move(*outcome));
  }
}

} // namespace poise::internal
