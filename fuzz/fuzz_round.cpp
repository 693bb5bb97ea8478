// Any bytes as a session and a round: a participant answers or refuses, and what it answers is a message.
//
// The first byte says what comes: whether digests are made right, whether the round names the session that
// came with it, and whether there is a session at all or one of ours. Two bytes more say how long the session
// is.
#include "small_sessions.h"

#include <map>
#include <optional>

namespace poise::internal::fuzz {
namespace {

template <class T> void reads_back(ByteView bytes, const Result<T> &decoded) {
  if (!decoded) return must_be_two_lines(decoded.error());
  const Bytes again = encode(*decoded);
  must(std::equal(again.begin(), again.end(), bytes.begin(), bytes.end()));
}

bool is_moderate(const Rational &budget) { return budget >= ratio(1, 1000) && budget <= 1000; }

// What is decoded may be large or absurd, and then takes its time; what is played here is not.
bool is_small(const Session &session) {
  if (session.columns.size() > 8 || session.participants > 1 << 16) return false;
  if (const auto *const local = std::get_if<LocalBudget>(&session.budget))
    return is_moderate(local->rho.exact());
  const auto &shuffle = std::get<ShuffleBudget>(session.budget);
  return is_moderate(shuffle.promise.epsilon.exact()) && shuffle.promise.delta.exact() > ratio(1, 1 << 30);
}

// Plans take longer than all the rest, and rounds change more often than sessions.
template <class Plan> const Result<Plan> &plan_for(const Session &session) {
  static std::map<Bytes, Result<Plan>> known;
  const Bytes key = encode(session);
  const auto found = known.find(key);
  if (found != known.end()) return found->second;
  if (known.size() > 64) known.clear();
  return known.emplace(key, Plan::of(session)).first->second;
}

void play_local(const Session &session, const Round &round) {
  const auto &plan = plan_for<LocalPlan>(session);
  if (!plan) return must_be_two_lines(plan.error());
  const auto client = LocalClient::prepare(session, *plan, round);
  must(static_cast<bool>(client) == answerable(session, *plan, round));
  if (!client) return must_be_two_lines(client.error());
  Bytes message(client->message_bytes());
  SeededBits bits(1);
  client->answer(session.participants - 1, row_for(session), bits, message);
  auto analyzer = LocalAnalyzer::for_round(session, *plan, round).value();
  must(!analyzer.add(message) && analyzer.received() == 1);
}

void play_shuffle(const Session &session, const Round &round) {
  const auto &plan = plan_for<ShufflePlan>(session);
  if (!plan) return must_be_two_lines(plan.error());
  const auto client = ShuffleClient::prepare(session, *plan, round);
  if (!client) return must_be_two_lines(client.error());
  must(answerable(session, *plan, round));
  if (client->records().bytes_per_participant() > 1e5) return;
  SeededBits bits(1);
  const Bytes batch = client->answer(session.participants - 1, row_for(session), bits);
  auto shuffler = Shuffler::open(session, *plan, round).value();
  must(!shuffler.add(batch) && shuffler.received() == 1);
}

const Session &our_session(unsigned which) {
  static const std::array<Session, 3> all = {local_session(true), local_session(false),
                                             shuffle_session(false, "20")};
  return all[which];
}

} // namespace
} // namespace poise::internal::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  using namespace poise::internal;
  const ByteView input(data, size);
  fuzz::reads_back(input, decode_session(input));
  fuzz::reads_back(input, decode_round(input));
  if (size < 3) return 0;
  const unsigned how = input[0], ours = how >> 3 & 3;
  const std::size_t length = std::min<std::size_t>(input[1] + 256U * input[2], size - 3);
  const auto finished = [&](ByteView body) {
    return how & 1 ? fuzz::with_digest(body) : Bytes(body.begin(), body.end());
  };
  const Bytes session_bytes = finished(input.subspan(3, length)),
              round_bytes = finished(input.subspan(3 + length));
  const auto decoded = decode_session(session_bytes);
  fuzz::reads_back(session_bytes, decoded);
  const auto round = decode_round(round_bytes);
  fuzz::reads_back(round_bytes, round);
  if (!round || (ours == 0 && !decoded)) return 0;
  const Session &session = ours == 0 ? *decoded : fuzz::our_session(ours - 1);
  if (!fuzz::is_small(session)) return 0;
  Round asked = *round;
  if (how & 2) asked.session = tag_of(session);
  session.model() == TrustModel::local ? fuzz::play_local(session, asked)
                                       : fuzz::play_shuffle(session, asked);
  return 0;
}
