// The participant's side of the shuffle model: one row and a published round into a batch of records.
#pragma once

#include "poise/protocol/own_row.h"
#include "poise/shuffle/noise_shares.h"
#include "poise/shuffle/round_fingerprint.h"
#include "poise/shuffle/sealed_records.h"
#include "poise/shuffle/shuffle_plan.h"

namespace poise::internal {

// What records of a round look like: for clients, the shuffler and the analyzer alike.
struct RecordShape {
  std::variant<SharePlan, TreePlan> how;
  unsigned shift = 0; // in the last round, cells are counted in units of 2^shift steps

  static Result<RecordShape> of(const Session &session, const ShufflePlan &plan, const Round &round);

  std::size_t plain_bytes() const;
  std::size_t sealed_bytes(const Session &session) const; // as they travel
  double bytes_per_participant() const;                   // of sealed records, on average
};

// All that participants and shuffler must have worked out alike for the noise to add up, in one spelling.
std::string numbers_of(const RecordShape &shape);

// A session without a key is a simulation: its records travel open. A real participant refuses it.
bool has_key(const Session &session);

// PROMISE  What the shuffler makes of everyone's batches has Renyi divergence of the plan's order at most
//          order times the share of the step, together over its turns, but for the deltas that the plan sets
//          aside; whatever the numbers in the round are. A batch by itself promises nothing to whoever can
//          open its records: that is the analyzer, and the shuffler stands before it.
// WHY      reach, centre, radius by a tree: own nodes among Poisson dummies (dummy_tree.h). By a search: a
//          bit for every coordinate, which a replaced row flips at most, times the gain, plus Gaussian
//          shares. sum: the row clipped to coarse_radius C, so a replaced row moves the sum by at most
//          2 C gain. Vectors travel as shares (vector_shares.h): the analyzer sees their sum alone.
// ASSUMES  The shuffler permutes all records of all participants, of whom it has asked the same
//          (round_fingerprint.h), and does not tell the analyzer who sent which; participants answer every
//          round of a session once.
// CHECKED  tests/shuffle/shuffle_client_test.cpp
class ShuffleClient {
public:
  // An Error where the round does not follow from the session, or nobody can hold the session's key.
  static Result<ShuffleClient> prepare(const Session &session, const ShufflePlan &plan, const Round &round,
                                       std::uint64_t expected_answers = 1);

  const RecordShape &records() const { return shape_; }

  // A batch as it travels to the shuffler; `row` is on the session's grid.
  Bytes answer(std::uint64_t participant, std::span<const std::int64_t> row, Bits &bits) const;

  // What a batch hides, for simulations that draw the sum of all batches from its law: the noisy vector
  // before it is split, or one's leaves.
  void noisy_vector(std::span<const std::int64_t> row, Bits &bits, std::span<std::int64_t> vector) const;
  void own_leaves(std::span<const std::int64_t> row, std::span<std::uint32_t> leaves) const;

private:
  ShuffleClient(const Session &session, const ShufflePlan &plan, const Round &round, RecordShape shape,
                std::uint64_t expected_answers);
  void write_record(std::uint32_t tag, ByteView payload, Bytes &out) const;

  Session session_;
  Round round_;
  RoundFingerprint fingerprint_;
  RecordShape shape_;
  bool seals_;
  std::size_t plain_bytes_, record_bytes_; // of a record: before it is sealed, and as it travels
  std::uint32_t coordinates_;
  std::optional<CentreLeaves> leaves_;
  std::optional<RadiusLadder> ladder_;
  std::optional<GaussianShare> noise_;
  std::optional<TreeClient> tree_;
};

// The ladder that a round of reach or radius counts on: clients and analyzer alike.
RadiusLadder shuffle_ladder(const Session &session, const ShufflePlan &plan, const Round &round);

// The length of a batch of so many records, envelope and all; and where its records begin: behind "poise", B,
// the version, the session's tag, the round, its fingerprint, who sends, how many records, how long they are.
std::size_t batch_bytes(std::size_t records, std::size_t record_bytes);
inline constexpr std::size_t batch_header_bytes = 7 + 8 + 4 + sizeof(RoundFingerprint) + 8 + 4 + 4;

} // namespace poise::internal
