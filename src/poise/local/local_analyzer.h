// The analyzer's side of the local model: all messages of a round into the next round, or into the mean.
#pragma once

#include "poise/local/local_client.h"
#include "poise/protocol/protocol_mean.h"

#include <variant>

namespace poise::internal {

// PROMISE  Nothing comes out unless every participant's message of this round is there once, whole, and of
//          this session. Sees messages alone, never a row.
// CHECKED  tests/local/local_analyzer_test.cpp
class LocalAnalyzer {
public:
  static Result<LocalAnalyzer> for_round(const Session &session, const LocalPlan &plan, const Round &round);

  std::size_t message_bytes() const { return local_message_bytes(payload_bytes_); }

  // An Error where this is not a message for this round, or the participant has been heard; nothing is
  // counted.
  [[nodiscard]] std::optional<Error> add(ByteView message);

  // All that another analyzer of this round has heard. An Error where a participant has been heard by both,
  // or the round is another; nothing is counted then.
  [[nodiscard]] std::optional<Error> add(const LocalAnalyzer &other);

  std::uint64_t received() const { return heard_; }

  // The next round, or the mean after the last. An Error where participants are missing.
  Result<std::variant<Round, ProtocolMean>> finish() const;

private:
  LocalAnalyzer(const Session &session, const LocalPlan &plan, const Round &round);
  bool count(std::uint64_t participant, ByteView payload);
  Round after() const;
  Round with_centre() const;
  ProtocolMean mean() const;

  Session session_;
  LocalPlan plan_;
  Round round_;
  std::size_t payload_bytes_;
  std::vector<bool> seen_; // by participant
  std::uint64_t heard_ = 0;
  std::vector<RangeCounts> counts_; // one, or one for every rotated column
  std::optional<LocalSumShape> sum_shape_;
  std::vector<Int128> sums_;
};

// Where a rotated column's share of participants reaches a half, between the ends of its leaf in proportion.
std::int64_t median_cell(std::span<const double> cumulative, const CentreLeaves &leaves);

} // namespace poise::internal
