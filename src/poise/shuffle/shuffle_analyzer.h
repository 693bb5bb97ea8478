// The analyzer's side of the shuffle model: shuffled records into the next round, or into the mean.
#pragma once

#include "poise/protocol/protocol_mean.h"
#include "poise/shuffle/shuffle_client.h"

namespace poise::internal {

// PROMISE  Nothing comes out unless the shuffled records are whole, of this session and round, sealed to this
//          key, and as many of every tag as all participants send. Sees records alone, never a row.
//          A record put in the place of another of its tag does not show, nor does one too many among
//          dummies: who can do that, a dishonest shuffler or participant, can spoil the answer, not privacy.
// CHECKED  tests/shuffle/shuffle_analyzer_test.cpp
class ShuffleAnalyzer {
public:
  using Outcome = std::variant<Round, ProtocolMean>;

  static Result<ShuffleAnalyzer> for_round(const Session &session, const ShufflePlan &plan,
                                           const Round &round);

  // The key is needed where records are sealed: the one of the session.
  Result<Outcome> decode(ByteView shuffled, const std::optional<KeyPair> &key) const;

  // What the sums of all vectors, or the counts of all bins, lead to.
  Outcome outcome_of(std::span<const std::int64_t> sums) const;
  Outcome outcome_of(const TreeCounts &counts) const;

  const RecordShape &records() const { return shape_; }

private:
  ShuffleAnalyzer(const Session &session, const ShufflePlan &plan, const Round &round, RecordShape shape);
  bool is_ours(ByteView plain, std::uint8_t kind) const;
  Round after(std::span<const std::uint32_t> leaves) const;
  double wanted_share() const;
  ProtocolMean mean(std::span<const std::int64_t> sums) const;

  Session session_;
  ShufflePlan plan_;
  Round round_;
  RecordShape shape_;
};

} // namespace poise::internal
