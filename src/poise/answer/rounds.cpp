// From words to sessions, and from files' bytes to the protocols.
#include "poise/answer/rounds.h"

#include "poise/answer/question/distributed_setting.h"
#include "poise/answer/question/read_budget.h"
#include "poise/answer/question/whole_number.h"
#include "poise/grid/on_grid.h"
#include "poise/local/local_analyzer.h"
#include "poise/privacy/exact_text.h"
#include "poise/protocol/participants.h"
#include "poise/random/system_bits.h"
#include "poise/shuffle/shuffle_analyzer.h"
#include "poise/shuffle/shuffle_mean.h"
#include "poise/shuffle/shuffler.h"

#include <algorithm>

namespace poise::internal {
namespace {

Error too_few(const std::string &model, std::uint64_t participants, std::uint64_t needed) {
  return bad_parameter("the " + model + " model needs at least " + std::to_string(needed) +
                           " participants for this many columns and this budget, and there are " +
                           std::to_string(participants),
                       "find more participants, ask for fewer columns, or for more budget");
}

// Why a session leads nowhere: too few participants for ranks to mean anything, or more bytes than anyone
// can send. Participants ask as well: nobody should pay for nothing, or fill their memory with dummies.
std::optional<Error> check_feasible(const LocalPlan &plan, const Session &session) {
  const std::uint64_t needed = local_participants_needed(plan, session);
  if (needed <= session.participants) return std::nullopt;
  return too_few("local", session.participants, needed);
}

std::optional<Error> check_feasible(const ShufflePlan &plan, const Session &session) {
  const std::uint64_t needed = shuffle_participants_needed(plan, session);
  if (needed > session.participants) return too_few("shuffle", session.participants, needed);
  constexpr double most_bytes = 1 << 28; // of one participant in one round
  double most = 0;
  for (const CountPlan *count : {plan.reach ? &*plan.reach : nullptr, &plan.centre, &plan.radius})
    if (count != nullptr)
      most =
          std::max(most, std::visit([](const auto &how) { return bytes_per_participant(how); }, count->how));
  if (most <= most_bytes) return std::nullopt;
  return bad_parameter("every participant of this session would have to send more than 256 MB in a round",
                       "find more participants, ask for fewer columns, or for more budget");
}

// What a session asks for beyond what a participant is ready to give.
std::optional<Error> check_consent(const Session &session, const ClientQuestion &question) {
  const char *const remedy = "do not answer, or agree to what the session asks for";
  if (const auto *const local = std::get_if<LocalBudget>(&session.budget)) {
    const auto budget = read_budget(question.rho, question.epsilon, question.delta);
    if (!budget) return budget.error();
    const auto *const rho = std::get_if<Rho>(&budget->amount);
    if (rho == nullptr)
      return bad_parameter("a session of the local model is paid in zCDP",
                           "say what you give with `rho`, or `epsilon` and `delta`");
    if (*rho < local->rho)
      return bad_parameter("the session asks for rho = " + local->rho.text() + ", more than you give",
                           remedy);
    return std::nullopt;
  }
  if (question.rho || !question.epsilon || !question.delta)
    return bad_parameter("a session of the shuffle model is paid in (epsilon, delta)",
                         "say what you give with `epsilon` and `delta`");
  const auto epsilon = Epsilon::parse(*question.epsilon);
  if (!epsilon) return epsilon.error();
  const auto delta = Delta::parse(*question.delta);
  if (!delta) return delta.error();
  const Approximate &asked = std::get<ShuffleBudget>(session.budget).promise;
  if (*epsilon < asked.epsilon || *delta < asked.delta)
    return bad_parameter("the session asks for epsilon = " + asked.epsilon.text() +
                             " with delta = " + asked.delta.text() + ", more than you give",
                         remedy);
  return std::nullopt;
}

// What a participant wants of the crowd that it hides in. In the local model it hides in none.
std::optional<Error> check_crowd(const Session &session, const ClientQuestion &question) {
  const auto *const shuffle = std::get_if<ShuffleBudget>(&session.budget);
  std::uint64_t least = shuffle == nullptr ? 1 : ClientQuestion::least_crowd;
  if (question.at_least) {
    const auto asked = whole_number("`at_least`", *question.at_least, 1, Session::most_participants);
    if (!asked) return asked.error();
    least = *asked;
  }
  if (session.participants < least)
    return bad_parameter("the session has " + std::to_string(session.participants) +
                             " participants, fewer than `at_least`, " + std::to_string(least),
                         "do not answer, or be content with a smaller crowd: `at_least=" +
                             std::to_string(session.participants) + "`");
  Rational share = ShuffleOptions{}.dishonest;
  if (question.dishonest) {
    const auto asked = read_dishonest_share(*question.dishonest);
    if (!asked) return asked.error();
    share = *asked;
  }
  if (shuffle == nullptr || shuffle->dishonest >= share) return std::nullopt; // in the local model all may be
  const std::string has = exact_text(shuffle->dishonest);
  return bad_parameter("the session is private with a share of " + has +
                           " dishonest participants, less than `dishonest`, " + exact_text(share),
                       "do not answer, or trust the others more: `dishonest=" + has + "`");
}

PrivacySummary cost_of(const std::string &unit, const Rational &total, const Schedule &schedule,
                       const std::vector<unsigned> &weights) {
  PrivacySummary cost{"zCDP", unit, total, {}, std::nullopt, std::nullopt, true};
  unsigned all = 0;
  for (const unsigned weight : weights) all += weight;
  for (std::size_t i = 0; i < weights.size(); ++i)
    cost.spent.push_back({name_of(schedule[i].step), total * weights[i] / all});
  return cost;
}

Summary summary_of(const Session &session, ProtocolMean mean, PrivacySummary privacy, std::string model,
                   std::uint32_t rounds) {
  constexpr double stds = 1.959963984540054; // 95% of Gaussian noise
  Summary summary{.statistic = "mean",
                  .method = "instance-optimal",
                  .rows = session.participants,
                  .columns = session.columns,
                  .value = std::move(mean.value),
                  .noise_std = std::move(mean.noise_std),
                  .level = 0.95,
                  .low = {},
                  .high = {},
                  .privacy = std::move(privacy),
                  .warnings = {}};
  for (std::size_t j = 0; j < summary.value.size(); ++j) {
    summary.low.push_back(summary.value[j] - stds * summary.noise_std[j]);
    summary.high.push_back(summary.value[j] + stds * summary.noise_std[j]);
  }
  summary.model = ModelSummary{.name = std::move(model), .rounds = rounds, .simulated = false};
  return summary;
}

// What the plan of a session, whichever model it is of, has to say.
template <class Ask> auto with_plan(const Session &session, const Ask &ask) {
  using Answer = decltype(ask(std::declval<const LocalPlan &>())); // a Result
  if (session.model() == TrustModel::local) {
    const auto plan = LocalPlan::of(session);
    return plan ? ask(*plan) : Answer(plan.error());
  }
  const auto plan = ShufflePlan::of(session);
  return plan ? ask(*plan) : Answer(plan.error());
}

Result<LocalClient> prepare_client(const Session &session, const LocalPlan &plan, const Round &round) {
  return LocalClient::prepare(session, plan, round);
}
Result<ShuffleClient> prepare_client(const Session &session, const ShufflePlan &plan, const Round &round) {
  return ShuffleClient::prepare(session, plan, round);
}

Bytes message_of(const LocalClient &client, std::uint64_t participant, std::span<const std::int64_t> row,
                 Bits &bits) {
  Bytes message(client.message_bytes());
  client.answer(participant, row, bits, message);
  return message;
}

Bytes message_of(const ShuffleClient &client, std::uint64_t participant, std::span<const std::int64_t> row,
                 Bits &bits) {
  return client.answer(participant, row, bits);
}

template <class Client>
Result<std::vector<RoundAnswer>> answers_of(const Client &client, const Session &session, std::uint64_t first,
                                            const TableSource &source) {
  const auto table = source({.columns = session.columns});
  if (!table) return table.error();
  if (table->columns() != session.columns)
    return bad_input("the table has other columns than the session asks for",
                     "name its columns as the session does");
  const std::size_t rows = table->rows();
  if (first >= session.participants || rows > session.participants - first)
    return bad_parameter("there are more rows than participants from number " + std::to_string(first) + " on",
                         "participants are numbered from 0 to one less than the session has");
  auto placed = on_grid(*table, session.grid);
  if (!placed) return placed.error();
  SystemBits bits;
  const auto everyone = Participants::of(**placed, bits, {});
  if (!everyone) return everyone.error();
  std::vector<RoundAnswer> answers(rows);
  const auto failed =
      everyone->each({}, bits, [&](unsigned, std::size_t i, std::span<const std::int64_t> row, Bits &own) {
        answers[i] = {first + i, message_of(client, first + i, row, own)};
      });
  if (failed) return *failed;
  return answers;
}

} // namespace

Result<OpenedSession> open_session(const SessionQuestion &question) {
  if (question.model != "local" && question.model != "shuffle")
    return bad_parameter("there are no sessions of a model '" + shorten(question.model) + "'",
                         "choose local (nobody is trusted) or shuffle (a shuffler is)");
  Question words;
  words.model = question.model;
  words.rho = question.rho;
  words.epsilon = question.epsilon;
  words.delta = question.delta;
  words.bound = question.bound;
  words.dishonest = question.dishonest;
  const auto setting = read_setting(words);
  if (!setting) return setting.error();
  const auto participants =
      whole_number("`participants`", question.participants, 2, Session::most_participants);
  if (!participants) return participants.error();
  if (question.columns.empty())
    return bad_parameter("a session is about columns, and none is named",
                         "name them, such as `columns=age,income`");
  const std::size_t columns = question.columns.size();
  const auto place = place_of_mean(*setting, *participants, columns);
  if (!place) return place.error();

  SystemBits bits;
  std::optional<KeyPair> key;
  std::variant<LocalBudget, ShuffleBudget> budget = LocalBudget{Rho::smallest()};
  if (setting->promise) {
    key = new_key_pair();
    budget = ShuffleBudget{*setting->promise, setting->dishonest, key->public_key.bytes};
  } else {
    budget = LocalBudget{std::get<Rho>(setting->budget.amount)};
  }
  Session session =
      planned_session(*participants, question.columns, place->grid, place->mean_within, std::move(budget));
  session.begin(bits);
  if (const auto error = check_session(session)) return bad_parameter(error->wrong, "ask for something else");
  const auto first = with_plan(session, [&](const auto &plan) -> Result<Round> {
    if (const auto error = check_feasible(plan, session)) return *error;
    return first_round(session, plan.schedule(), [&](Step step) { return plan.shape(step); });
  });
  if (!first) return first.error();
  return OpenedSession{std::move(session), *first, std::move(key)};
}

Result<std::uint32_t> rounds_in(const Session &session) {
  return with_plan(session,
                   [](const auto &plan) -> Result<std::uint32_t> { return rounds_of(plan.schedule()); });
}

Result<std::vector<RoundAnswer>> answer_round(const Session &session, const Round &round,
                                              const ClientQuestion &question, const TableSource &source) {
  if (const auto error = check_consent(session, question)) return *error;
  if (const auto error = check_crowd(session, question)) return *error;
  const auto first = whole_number("`participant`", question.participant, 0, Session::most_participants);
  if (!first) return first.error();
  if (session.model() == TrustModel::shuffle && !has_key(session))
    return bad_input("the session has no key to seal records with: it is a simulation", "do not answer it");
  return with_plan(session, [&](const auto &plan) -> Result<std::vector<RoundAnswer>> {
    if (const auto error = check_feasible(plan, session)) return *error;
    const auto client = prepare_client(session, plan, round);
    if (!client) return client.error();
    return answers_of(*client, session, *first, source);
  });
}

Result<Bytes> shuffle_round(const Session &session, const Round &round, const NextBytes &batches) {
  if (session.model() != TrustModel::shuffle)
    return bad_input("a session of the local model has nothing to shuffle", "go on with poise analyze");
  const auto plan = ShufflePlan::of(session);
  if (!plan) return plan.error();
  auto shuffler = Shuffler::open(session, *plan, round);
  if (!shuffler) return shuffler.error();
  for (;;) {
    const auto batch = batches();
    if (!batch) return batch.error();
    if (!*batch) break;
    if (const auto error = shuffler->add(**batch)) return *error;
  }
  SystemBits bits;
  return std::move(*shuffler).release(bits);
}

Result<Found> analyze_messages(const Session &session, const Round &round, const NextBytes &messages) {
  const auto plan = LocalPlan::of(session);
  if (!plan) return plan.error();
  auto analyzer = LocalAnalyzer::for_round(session, *plan, round);
  if (!analyzer) return analyzer.error();
  for (;;) {
    const auto message = messages();
    if (!message) return message.error();
    if (!*message) break;
    if (const auto error = analyzer->add(**message)) return *error;
  }
  auto outcome = analyzer->finish();
  if (!outcome) return outcome.error();
  if (auto *const next = std::get_if<Round>(&*outcome)) return Found(std::move(*next));
  const Rational rho = std::get<LocalBudget>(session.budget).rho.exact();
  return Found(summary_of(session, std::get<ProtocolMean>(std::move(*outcome)),
                          cost_of("rho", rho, plan->schedule(), local_shares(session.reach == 0)), "local",
                          rounds_of(plan->schedule())));
}

Result<Found> analyze_shuffled(const Session &session, const Round &round, ByteView shuffled,
                               const KeyPair &key) {
  const auto plan = ShufflePlan::of(session);
  if (!plan) return plan.error();
  const auto analyzer = ShuffleAnalyzer::for_round(session, *plan, round);
  if (!analyzer) return analyzer.error();
  auto outcome = analyzer->decode(shuffled, key);
  if (!outcome) return outcome.error();
  if (auto *const next = std::get_if<Round>(&*outcome)) return Found(std::move(*next));
  PrivacySummary cost =
      cost_of("rho", plan->budget.rho.exact(), plan->schedule(), shuffle_shares(session.reach == 0));
  const auto &budget = std::get<ShuffleBudget>(session.budget);
  cost.definition = "approximate";
  cost.epsilon = budget.promise.epsilon;
  cost.delta = budget.promise.delta;
  cost.order = plan->budget.order;
  Summary summary = summary_of(session, std::get<ProtocolMean>(std::move(*outcome)), std::move(cost),
                               "shuffle", rounds_of(plan->schedule()));
  summary.model->dishonest = budget.dishonest;
  return Found(std::move(summary));
}

} // namespace poise::internal
