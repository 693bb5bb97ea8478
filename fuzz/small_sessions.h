// Sessions that a fuzz target can play quickly: few columns, few participants, large budgets.
#pragma once

#include "poise/local/local_analyzer.h"
#include "poise/random/seeded_bits.h"
#include "poise/shuffle/shuffle_analyzer.h"
#include "poise/shuffle/shuffler.h"

#include <array>
#include <cstdlib>

namespace poise::internal::fuzz {

// Ends the run, so that the input is kept and shown.
inline void must(bool promise) {
  if (!promise) std::abort();
}

inline Session small_session(std::uint64_t participants, std::uint64_t reach,
                             std::variant<LocalBudget, ShuffleBudget> budget) {
  return {.id = {1, 2, 3},
          .participants = participants,
          .columns = {"a", "b", "c"},
          .grid = Grid::of(-10, 1 << 20).value(),
          .signs = {5},
          .reach = reach,
          .budget = std::move(budget)};
}

// Two participants, with and without a known reach.
inline Session local_session(bool finds_reach) {
  return small_session(2, finds_reach ? 0 : 1 << 12, LocalBudget{Rho::parse("2").value()});
}

// Twenty participants whose records are open, so that changed ones are read and not just refused.
inline Session shuffle_session(bool finds_reach, const char *epsilon) {
  return small_session(20, finds_reach ? 0 : 1 << 12,
                       ShuffleBudget{{Epsilon::parse(epsilon).value(), Delta::parse("0.01").value()}, 0, {}});
}

template <class Plan> Round first_of(const Session &session, const Plan &plan) {
  return first_round(session, plan.schedule(), [&](Step step) { return plan.shape(step); });
}

template <class Plan> bool answerable(const Session &session, const Plan &plan, const Round &round) {
  return !check_round(round, session, plan.schedule(), [&](Step step) { return plan.shape(step); });
}

// A row of extremes.
inline std::vector<std::int64_t> row_for(const Session &session) {
  std::vector<std::int64_t> row(session.columns.size());
  for (std::size_t j = 0; j < row.size(); ++j)
    row[j] = j % 3 == 0 ? session.grid.bound() : j % 3 == 1 ? -session.grid.bound() : 1;
  return row;
}

inline void must_be_two_lines(const Error &error) { must(!error.wrong.empty() && !error.remedy.empty()); }

// Bytes with the digest that makes them whole: what is behind it can be reached by no luck alone.
inline Bytes with_digest(ByteView body) {
  Bytes bytes(body.begin(), body.end());
  const Digest digest = digest_of(body);
  bytes.insert(bytes.end(), digest.begin(), digest.end());
  return bytes;
}

} // namespace poise::internal::fuzz
