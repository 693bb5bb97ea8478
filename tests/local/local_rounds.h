// Small local sessions for tests: a fitting round of every step, and messages for it.
#pragma once

#include "poise/local/local_client.h"
#include "protocol/a_session.h"

namespace poise::internal {

struct SmallSession {
  Session session;
  LocalPlan plan;

  static SmallSession of(const Session &session) { return {session, LocalPlan::of(session).value()}; }

  // As the analyzer would ask after `reach`, a centre and a radius have been found.
  Round round(Step step, std::uint64_t reach, std::int64_t centre = 0, std::uint64_t radius = 1) const {
    const auto shape = [&](Step of) { return plan.shape(of); };
    Round found = first_round(session, plan.schedule(), shape);
    while (found.step != step) {
      found = round_after(found, plan.schedule(), shape).value();
      found.reach = reach;
      if (found.step >= Step::radius) found.centre.assign(session.width(), centre);
      if (found.step == Step::sum) found.radius = radius;
    }
    return found;
  }

  LocalClient client(const Round &round, std::uint64_t answers = 1) const {
    return LocalClient::prepare(session, plan, round, answers).value();
  }
};

inline constexpr std::size_t envelope_bytes = 7 + 8 + 4 + 8, digest_bytes = 8;

inline Bytes message_of(const LocalClient &client, std::uint64_t participant,
                        const std::vector<std::int64_t> &row, Bits &bits) {
  Bytes message(client.message_bytes());
  client.answer(participant, row, bits, message);
  return message;
}

inline Bytes payload_of(const Bytes &message) {
  return {message.begin() + envelope_bytes, message.end() - digest_bytes};
}

// H D x from its definition.
inline std::vector<std::int64_t> rotated_by_hand(const Session &session,
                                                 const std::vector<std::int64_t> &row) {
  std::vector<std::int64_t> rotated(session.width());
  for (std::size_t i = 0; i < rotated.size(); ++i)
    for (std::size_t j = 0; j < row.size(); ++j) {
      const bool minus = ((session.signs[j / 64] >> (j % 64) & 1) != 0) != (std::popcount(i & j) % 2 == 1);
      rotated[i] += minus ? -row[j] : row[j];
    }
  return rotated;
}

// The row whose rotation is `size` times the width in one rotated column, and zero elsewhere. The columns
// are as many as the width.
inline std::vector<std::int64_t> row_for_column(const Session &session, std::size_t column,
                                                std::int64_t size) {
  std::vector<std::int64_t> row(session.width());
  for (std::size_t j = 0; j < row.size(); ++j) {
    const bool minus = ((session.signs[j / 64] >> (j % 64) & 1) != 0) != (std::popcount(column & j) % 2 == 1);
    row[j] = minus ? -size : size;
  }
  return row;
}

} // namespace poise::internal
