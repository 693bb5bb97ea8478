// A handful of participants with rows of their own, played through every hand; and the slow way to what they
// should send.
#pragma once

#include "poise/shuffle/shuffle_analyzer.h"
#include "poise/shuffle/shuffler.h"
#include "shuffle/shuffle_session.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <gtest/gtest.h>

namespace poise::internal {

using Row = std::vector<std::int64_t>;

// Rows around (30, 60, 90, ...) steps, with a few far out.
inline std::vector<Row> some_rows(const Session &session, std::uint64_t seed = 5) {
  SeededBits dice(seed, 33);
  std::vector<Row> rows;
  for (std::uint64_t i = 0; i < session.participants; ++i) {
    Row row;
    for (std::size_t j = 0; j < session.columns.size(); ++j)
      row.push_back(static_cast<std::int64_t>(30 * (j + 1)) + static_cast<std::int64_t>(dice.word() % 101) -
                    50);
    if (i % 10 == 9) row[0] = (i % 20 == 9 ? 1 : -1) * session.grid.bound();
    rows.push_back(std::move(row));
  }
  return rows;
}

// H D x by its definition.
inline Row rotated_by_hand(const Session &session, const Row &row) {
  Row rotated(session.width());
  for (std::size_t i = 0; i < rotated.size(); ++i)
    for (std::size_t j = 0; j < row.size(); ++j) {
      const bool negative =
          (((session.signs[j / 64] >> (j % 64)) & 1) != 0) != (std::popcount(i & j) % 2 != 0);
      rotated[i] += negative ? -row[j] : row[j];
    }
  return rotated;
}

// A plan whose range counts are trees with few dummies: for few participants, searches are always cheaper.
inline ShufflePlan with_trees(ShufflePlan plan, const Rational &dummies_a_head) {
  for (CountPlan *const count : {&plan.centre, &plan.radius}) {
    count->how = TreePlan{{count->coordinates, count->levels}, Integer(1), dummies_a_head};
  }
  if (plan.reach)
    plan.reach->how = TreePlan{{plan.reach->coordinates, plan.reach->levels}, Integer(1), dummies_a_head};
  return plan;
}

// Participant i draws from stream i of this seed.
inline std::vector<Bytes> batches_of(const Session &session, const ShufflePlan &plan, const Round &round,
                                     const std::vector<Row> &rows, std::uint64_t seed) {
  const ShuffleClient client = ShuffleClient::prepare(session, plan, round).value();
  std::vector<Bytes> batches;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    SeededBits bits(seed, i);
    batches.push_back(client.answer(i, rows[i], bits));
  }
  return batches;
}

inline Bytes shuffled_of(const Session &session, const ShufflePlan &plan, const Round &round,
                         const std::vector<Bytes> &batches) {
  Shuffler shuffler = Shuffler::open(session, plan, round).value();
  for (const Bytes &batch : batches) EXPECT_FALSE(shuffler.add(batch));
  SeededBits bits(9);
  return std::move(shuffler).release(bits).value();
}

// All rounds of a session, each found by the analyzer from the records of the one before.
inline std::vector<Round> rounds_by(const Session &session, const ShufflePlan &plan,
                                    const std::vector<Row> &rows, const std::optional<KeyPair> &key,
                                    std::uint64_t seed) {
  std::vector<Round> rounds = {first_of(session, plan)};
  for (;;) {
    const Round round = rounds.back();
    const auto analyzer = ShuffleAnalyzer::for_round(session, plan, round).value();
    auto outcome =
        analyzer.decode(shuffled_of(session, plan, round, batches_of(session, plan, round, rows, seed)), key);
    if (!outcome || std::holds_alternative<ProtocolMean>(*outcome)) return rounds;
    rounds.push_back(std::get<Round>(*outcome));
  }
}

// The records of a batch or a shuffled file, as they travel.
inline std::vector<Bytes> records_in(ByteView file, std::size_t header, std::size_t record_bytes) {
  std::vector<Bytes> records;
  for (std::size_t at = header; at + record_bytes <= file.size() - Digest{}.size(); at += record_bytes)
    records.emplace_back(file.begin() + static_cast<std::ptrdiff_t>(at),
                         file.begin() + static_cast<std::ptrdiff_t>(at + record_bytes));
  return records;
}

inline constexpr std::size_t shuffled_header_bytes = 7 + 8 + 4 + 8 + 8 + 4;

inline std::uint64_t number_at(ByteView bytes, std::size_t at, std::size_t length) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < length; ++i) value |= std::uint64_t{bytes[at + i]} << (8 * i);
  return value;
}

// What a participant's noise is, drawn anew from the same bits: in the last round rounding comes first.
inline Row noise_by_hand(const RecordShape &shape, std::uint64_t seed, std::uint64_t stream) {
  SeededBits bits(seed, stream);
  const auto &shares = std::get<SharePlan>(shape.how);
  if (shape.shift != 0)
    for (std::uint32_t j = 0; j < shares.shape.coordinates; ++j) bits.word();
  const GaussianShare noise(shares.variance, shares.shape.coordinates);
  Row drawn(shares.shape.coordinates);
  for (std::int64_t &cell : drawn) cell = noise(bits);
  return drawn;
}

} // namespace poise::internal
