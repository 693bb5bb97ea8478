// The shuffler: takes one batch from every participant, forgets who sent what, and passes the records on in
// random order. It cannot read them.
#pragma once

#include "poise/shuffle/shuffle_client.h"

namespace poise::internal {

// PROMISE  What comes out holds the records of exactly one whole batch from every participant, all of them
//          answers to this very round, in an order that is uniform among all; nothing else about the batches.
// WHY      Batches are checked for session, round, fingerprint, sender and digest before they count;
//          permute_records.
// ASSUMES  Random bits that the analyzer does not know; that batches come from whom they say, and that no
//          more senders are dishonest than the session allows: who may send is for others to check.
// CHECKED  tests/shuffle/shuffler_test.cpp
class Shuffler {
public:
  static Result<Shuffler> open(const Session &session, const ShufflePlan &plan, const Round &round);

  // An Error where this is no batch for this round, or its sender has been heard; then it is not kept.
  [[nodiscard]] std::optional<Error> add(ByteView batch);

  std::uint64_t received() const { return heard_; }

  // Everything, shuffled: "poise", X, the version, the session's tag, the round, how many batches and
  // records, how long a record is; the records; a digest. An Error where batches are missing.
  Result<Bytes> release(Bits &bits) &&;

private:
  Shuffler(const Session &session, const Round &round, const RecordShape &shape);

  std::uint64_t participants_;
  Round round_;
  RoundFingerprint fingerprint_;
  std::size_t record_bytes_;
  std::uint64_t fewest_, most_; // records of a batch: one number for shares; with dummies, own nodes or more
  std::vector<bool> seen_;
  std::uint64_t heard_ = 0;
  Bytes records_;
};

} // namespace poise::internal
