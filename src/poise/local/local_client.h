// The participant's side of the local model: one row and a published round into one message.
#pragma once

#include "poise/local/local_plan.h"
#include "poise/protocol/own_row.h"
#include "poise/random/sampler/discrete_gaussian.h"
#include "poise/random/sampler/discrete_gaussian_table.h"

namespace poise::internal {

// How the numbers of the last round are made and written: from public numbers, by clients and the analyzer
// alike.
struct LocalSumShape {
  unsigned shift;      // cells are counted in units of 2^shift steps
  Rational variance;   // of the noise in a cell, in squared units
  unsigned cell_bytes; // 4 or 8
  static LocalSumShape of(std::uint64_t radius, std::size_t width, const Rho &rho);
};

// The length of a message in a round, without its envelope.
std::size_t local_payload_bytes(const Session &session, const LocalPlan &plan, const Round &round);

// The envelope: "poise", M, the version, the session's tag, the number of the round and of the participant;
// then the payload; then a digest. All messages of a round are equally long.
std::size_t local_message_bytes(std::size_t payload);

// PROMISE  A message is rho_k-zCDP for the participant, rho_k being the share of the round in the plan,
//          whatever the numbers in the round are. Over all rounds the shares add up to the session's rho.
// WHY      reach, centre, radius: eps-DP range reports (range_reports.h) on the leaf of one's own row, which
//          is a function of the row and public numbers; the plan chooses eps. sum: a row is clipped to
//          coarse_radius C, so replacing it moves the vector by at most 2C, and N_Z(0, 2 C^2 / rho) in
//          every cell costs (2C)^2 / (2 variance) = rho. Cutting off at 32 or 64 bits comes after the noise.
// ASSUMES  That a participant answers every round of a session once; whoever keeps the row remembers.
// CHECKED  tests/local/local_client_test.cpp
class LocalClient {
public:
  // Refuses rounds of other sessions, or out of order (check_round). The number of expected answers decides
  // how noise is drawn, not its law.
  static Result<LocalClient> prepare(const Session &session, const LocalPlan &plan, const Round &round,
                                     std::uint64_t expected_answers = 1);

  std::size_t message_bytes() const { return local_message_bytes(payload_bytes_); }

  // `row` is on the session's grid; `message` has message_bytes() bytes.
  void answer(std::uint64_t participant, std::span<const std::int64_t> row, Bits &bits,
              std::span<std::uint8_t> message) const;

private:
  LocalClient(const Session &session, const LocalPlan &plan, const Round &round,
              std::uint64_t expected_answers);
  void write_payload(std::uint64_t participant, std::span<const std::int64_t> row, Bits &bits,
                     std::span<std::uint8_t> payload) const;
  void write_sum(std::span<std::int64_t> rotated, Bits &bits, std::span<std::uint8_t> payload) const;
  Int128 noise(Bits &bits) const { return table_ ? Int128{(*table_)(bits)} : (*gaussian_)(bits); }

  Session session_;
  Round round_;
  std::size_t payload_bytes_;
  std::uint32_t reports_ = 0;
  std::optional<RangeRandomiser> randomiser_;
  std::optional<CentreLeaves> leaves_;
  std::optional<RadiusLadder> ladder_;
  std::optional<LocalSumShape> sum_;
  std::optional<DiscreteGaussian> gaussian_;
  std::optional<DiscreteGaussianTable> table_;
};

// The ladder that a round of reach or radius counts on: clients and analyzer alike.
RadiusLadder local_ladder(const Session &session, const LocalPlan &plan, const Round &round);

} // namespace poise::internal
