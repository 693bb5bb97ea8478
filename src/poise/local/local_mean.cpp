// Everyone through exactly the functions that real participants and analyzers use, bytes and all.
#include "poise/local/local_mean.h"

#include "poise/base/worker_pool.h"
#include "poise/estimate/enough_people.h"
#include "poise/estimate/mean/make_estimate.h"
#include "poise/estimate/mean/mean_options.h"
#include "poise/grid/on_grid.h"
#include "poise/local/local_analyzer.h"
#include "poise/protocol/participants.h"
#include "poise/protocol/spent_stages.h"

namespace poise::internal {
namespace {

Error too_few(std::uint64_t participants, std::uint64_t needed) {
  return bad_input(not_enough_rows("the local model", participants, needed),
                   "give more rows, more budget or fewer columns, or trust someone: `model=shuffle` or "
                   "`model=central`; nothing was spent");
}

Result<std::variant<Round, ProtocolMean>> play(const Participants &everyone, const Session &session,
                                               const LocalPlan &plan, const Round &round, Bits &bits,
                                               const RunOptions &run) {
  const auto client = LocalClient::prepare(session, plan, round, everyone.count());
  if (!client) return client.error();
  const auto analyzer = LocalAnalyzer::for_round(session, plan, round);
  if (!analyzer) return analyzer.error();
  // One analyzer a worker, joined in the end: messages are counted in integers, so their order does not
  // matter, and none has to be kept.
  struct Desk {
    std::optional<LocalAnalyzer> analyzer;
    Bytes message;
    std::optional<Error> trouble;
  };
  std::vector<Desk> desks(WorkerPool::size_for(run.threads));
  const auto failed = everyone.each(
      run, bits, [&](unsigned worker, std::size_t i, std::span<const std::int64_t> row, Bits &own) {
        Desk &desk = desks[worker];
        if (!desk.analyzer) {
          desk.analyzer = *analyzer;
          desk.message.resize(client->message_bytes());
        }
        client->answer(i, row, own, desk.message);
        if (auto error = desk.analyzer->add(desk.message)) desk.trouble = std::move(error);
      });
  if (failed) return *failed;
  LocalAnalyzer all = *analyzer;
  for (const Desk &desk : desks) {
    if (desk.trouble) return *desk.trouble;
    if (!desk.analyzer) continue;
    if (const auto error = all.add(*desk.analyzer)) return *error;
  }
  return all.finish();
}

} // namespace

Result<Estimate> local_mean(const Table &table, const Grid &grid, Grant<Rho> grant, Bits &bits,
                            const LocalOptions &options, const RunOptions &run) {
  if (const auto error = check_enough_people(table)) return *error;
  MeanOptions choices;
  choices.centre_within = options.mean_within;
  if (const auto error = check_mean_options(choices, grant.amount())) return *error;
  const std::size_t people = count_people(table);
  Session session =
      planned_session(people, table.columns(), grid, options.mean_within, LocalBudget{grant.amount()});
  if (const auto error = check_session(session)) return *error;
  const auto plan = LocalPlan::of(session);
  if (!plan) return plan.error();
  if (const std::uint64_t needed = local_participants_needed(*plan, session); needed > people)
    return too_few(people, needed);
  auto rows = on_grid(table, grid, run);
  if (!rows) return rows.error();
  const auto everyone = Participants::of(**rows, bits, run);
  if (!everyone) return everyone.error();

  session.begin(bits);
  const Schedule schedule = plan->schedule();
  Receipt<Rho> receipt = spent_stages(std::move(grant), schedule, local_shares(session.reach == 0));
  Traffic traffic{0, 0};
  Round round = first_round(session, schedule, [&](Step step) { return plan->shape(step); });
  for (;;) {
    auto outcome = play(*everyone, session, *plan, round, bits, run);
    if (!outcome) return outcome.error();
    ++traffic.rounds;
    traffic.bytes += static_cast<double>(local_message_bytes(local_payload_bytes(session, *plan, round)));
    if (auto *const found = std::get_if<ProtocolMean>(&*outcome)) {
      Estimate estimate =
          make_estimate("local", table, grid,
                        {std::move(found->value), std::move(found->noise_std), std::move(receipt),
                         bits.provenance() == Provenance::operating_system});
      estimate.traffic = traffic;
      return estimate;
    }
    round = std::get<Round>(std::move(*outcome));
  }
}

} // namespace poise::internal
