// The roles of a protocol, each by itself: who opens a session, who answers for a row, who shuffles, who
// analyzes.
#pragma once

#include "poise/answer/answer.h"
#include "poise/protocol/round.h"
#include "poise/shuffle/sealed_records.h"

#include <variant>

namespace poise::internal {

// What an analyzer wants to know, in words; numbers as text.
struct SessionQuestion {
  std::string model;        // "local" or "shuffle"
  std::string participants; // how many
  std::vector<std::string> columns;
  std::optional<std::string> rho = std::nullopt, epsilon = std::nullopt, delta = std::nullopt;
  std::optional<std::string> bound = std::nullopt, dishonest = std::nullopt;
};

struct OpenedSession {
  Session session;
  Round first;
  std::optional<KeyPair> key; // of a shuffled session: the analyzer's secret
};

// An Error where the budget cannot carry so many columns with so few participants, too.
Result<OpenedSession> open_session(const SessionQuestion &question);

// What a participant is ready to give over a whole session, and who it is.
struct ClientQuestion {
  std::optional<std::string> rho = std::nullopt, epsilon = std::nullopt, delta = std::nullopt;
  std::string participant; // the number of the first row's
  // In the shuffle model noise is shared: by no fewer participants than this, and enough of it even when such
  // a share of them is dishonest. Who says nothing wants a crowd of some size, and the share that sessions
  // have by default.
  std::optional<std::string> at_least = std::nullopt, dishonest = std::nullopt;
  static constexpr std::uint64_t least_crowd = 100;
};

struct RoundAnswer {
  std::uint64_t participant;
  Bytes message;
};

// PROMISE  The answers of a session's rounds, each answered once, cost every participant at most the
//          session's budget, and that is at most what the question allows: else an Error, before a row is
//          read. What analyzers and shufflers publish cannot change that.
// WHY      Noise follows from the session alone (LocalPlan, ShufflePlan); rounds that do not fit are refused.
// ASSUMES  Somebody remembers which rounds of which session were answered (cli/session_state.h); in the
//          shuffle model, that the session has as many participants, and as few dishonest ones, as it says.
// CHECKED  tests/answer/rounds_test.cpp
Result<std::vector<RoundAnswer>> answer_round(const Session &session, const Round &round,
                                              const ClientQuestion &question, const TableSource &source);

// Batches of all participants into one shuffled file. The next batch, or nothing after the last.
using NextBytes = std::function<Result<std::optional<Bytes>>()>;
Result<Bytes> shuffle_round(const Session &session, const Round &round, const NextBytes &batches);

// The next round, or what the session found.
using Found = std::variant<Round, Summary>;
Result<Found> analyze_messages(const Session &session, const Round &round, const NextBytes &messages);
Result<Found> analyze_shuffled(const Session &session, const Round &round, ByteView shuffled,
                               const KeyPair &key);

// How many rounds a session has.
Result<std::uint32_t> rounds_in(const Session &session);

} // namespace poise::internal
