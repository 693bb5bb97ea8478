// Any bytes to those who listen: a message to the local analyzer, a batch to the shuffler, shuffled records
// to the other analyzer. What is refused leaves no trace; what is counted leads to a round that participants
// answer.
//
// The first byte says who listens, and the second to which round. Then comes a whole message, or changes to a
// sound one: two bytes for a place and one for what stands there. The third byte says which, and whether the
// digest is made right.
#include "small_sessions.h"

#include <optional>

namespace poise::internal::fuzz {
namespace {

struct LocalRound {
  LocalAnalyzer analyzer; // one participant short
  Bytes last;             // its message
  Round round;
};

struct ShuffleRound {
  Shuffler shuffler;
  Bytes last;
  ShuffleAnalyzer analyzer;
  Bytes shuffled;
  Round round;
};

// All rounds of a session, once, and everything sound in them.
struct LocalPlay {
  Session session;
  LocalPlan plan;
  std::vector<LocalRound> rounds;

  explicit LocalPlay(bool finds_reach)
      : session(local_session(finds_reach)), plan(LocalPlan::of(session).value()) {
    SeededBits bits(2);
    for (std::optional<Round> round = first_of(session, plan); round;) {
      const auto client = LocalClient::prepare(session, plan, *round).value();
      LocalRound kept{LocalAnalyzer::for_round(session, plan, *round).value(), Bytes(client.message_bytes()),
                      *round};
      for (std::uint64_t i = 0; i < session.participants; ++i) {
        client.answer(i, row_for(session), bits, kept.last);
        if (i + 1 < session.participants) must(!kept.analyzer.add(kept.last));
      }
      LocalAnalyzer complete = kept.analyzer;
      must(!complete.add(kept.last));
      rounds.push_back(std::move(kept));
      const auto outcome = complete.finish().value();
      round = std::holds_alternative<Round>(outcome) ? std::optional(std::get<Round>(outcome)) : std::nullopt;
    }
  }
};

struct ShufflePlay {
  Session session;
  ShufflePlan plan;
  std::vector<ShuffleRound> rounds;

  ShufflePlay(bool finds_reach, const char *epsilon)
      : session(shuffle_session(finds_reach, epsilon)), plan(ShufflePlan::of(session).value()) {
    SeededBits bits(3);
    for (std::optional<Round> round = first_of(session, plan); round;) {
      const auto client = ShuffleClient::prepare(session, plan, *round).value();
      auto shuffler = Shuffler::open(session, plan, *round).value();
      Bytes last;
      for (std::uint64_t i = 0; i < session.participants; ++i) {
        last = client.answer(i, row_for(session), bits);
        if (i + 1 < session.participants) must(!shuffler.add(last));
      }
      Shuffler complete = shuffler;
      must(!complete.add(last));
      const auto analyzer = ShuffleAnalyzer::for_round(session, plan, *round).value();
      const Bytes shuffled = std::move(complete).release(bits).value();
      const auto outcome = analyzer.decode(shuffled, std::nullopt).value();
      rounds.push_back({std::move(shuffler), std::move(last), analyzer, shuffled, *round});
      round = std::holds_alternative<Round>(outcome) ? std::optional(std::get<Round>(outcome)) : std::nullopt;
    }
  }
};

Bytes message_from(ByteView input, unsigned how, const Bytes &sound) {
  Bytes bytes(input.begin(), input.end());
  if (how & 1) {
    bytes.assign(sound.begin(), sound.end() - static_cast<std::ptrdiff_t>(Digest{}.size()));
    for (; input.size() >= 3; input = input.subspan(3)) {
      const std::size_t place = input[0] + 256U * input[1];
      if (place < bytes.size()) bytes[place] = input[2];
    }
    // What is left over makes it longer, or shorter.
    if (input.size() == 1) bytes.resize(std::min<std::size_t>(bytes.size(), input[0]));
    if (input.size() == 2) bytes.insert(bytes.end(), input.begin(), input.end());
  }
  return how & 2 ? with_digest(bytes) : bytes;
}

template <class Plan, class Outcome>
void must_lead_on(const Session &session, const Plan &plan, const Outcome &outcome) {
  if (const auto *const next = std::get_if<Round>(&outcome)) must(answerable(session, plan, *next));
}

void to_local_analyzer(const LocalPlay &play, const LocalRound &round, ByteView message) {
  LocalAnalyzer analyzer = round.analyzer;
  const std::uint64_t before = analyzer.received();
  if (const auto error = analyzer.add(message)) {
    must_be_two_lines(*error);
    must(analyzer.received() == before && !analyzer.finish());
    // As if it had not been there.
    must(!analyzer.add(round.last));
    LocalAnalyzer undisturbed = round.analyzer;
    must(!undisturbed.add(round.last));
    const auto one = analyzer.finish().value(), other = undisturbed.finish().value();
    must(one.index() == other.index());
    if (const auto *const next = std::get_if<Round>(&one)) must(*next == std::get<Round>(other));
    return;
  }
  must(analyzer.received() == before + 1);
  must(analyzer.add(message).has_value() && analyzer.received() == before + 1); // once is enough
  must_lead_on(play.session, play.plan, analyzer.finish().value());
}

void to_shuffler(const ShuffleRound &round, ByteView batch) {
  Shuffler shuffler = round.shuffler;
  const std::uint64_t before = shuffler.received();
  SeededBits bits(4);
  if (const auto error = shuffler.add(batch)) {
    must_be_two_lines(*error);
    must(shuffler.received() == before && !shuffler.add(round.last));
    must(std::move(shuffler).release(bits)->size() == round.shuffled.size());
    return;
  }
  must(shuffler.received() == before + 1);
  must(shuffler.add(batch).has_value() && shuffler.received() == before + 1);
  const Bytes shuffled = std::move(shuffler).release(bits).value();
  if (const auto outcome = round.analyzer.decode(shuffled, std::nullopt); !outcome)
    must_be_two_lines(outcome.error());
}

void to_shuffle_analyzer(const ShufflePlay &play, const ShuffleRound &round, ByteView shuffled) {
  const auto outcome = round.analyzer.decode(shuffled, std::nullopt);
  if (!outcome) return must_be_two_lines(outcome.error());
  must_lead_on(play.session, play.plan, *outcome);
}

} // namespace
} // namespace poise::internal::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  using namespace poise::internal;
  static const std::array<fuzz::LocalPlay, 2> local = {fuzz::LocalPlay(false), fuzz::LocalPlay(true)};
  static const std::array<fuzz::ShufflePlay, 2> shuffle = {fuzz::ShufflePlay(false, "20"),
                                                           fuzz::ShufflePlay(true, "300")};
  if (size < 3) return 0;
  const unsigned listener = data[0] % 3, session = data[0] / 3 % 2, which = data[1], how = data[2];
  const ByteView rest(data + 3, size - 3);
  if (listener == 0) {
    const auto &play = local[session];
    const auto &round = play.rounds[which % play.rounds.size()];
    fuzz::to_local_analyzer(play, round, fuzz::message_from(rest, how, round.last));
    return 0;
  }
  const auto &play = shuffle[session];
  const auto &round = play.rounds[which % play.rounds.size()];
  if (listener == 1)
    fuzz::to_shuffler(round, fuzz::message_from(rest, how, round.last));
  else
    fuzz::to_shuffle_analyzer(play, round, fuzz::message_from(rest, how, round.shuffled));
  return 0;
}
