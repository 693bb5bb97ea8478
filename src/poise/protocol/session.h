// What everyone agrees on before the first round: who asks, about what, for which budget. All of it public.
#pragma once

#include "poise/base/result.h"
#include "poise/grid/grid.h"
#include "poise/privacy/approximate.h"
#include "poise/protocol/wire.h"
#include "poise/random/bits.h"
#include "poise/random/sampler/random_signs.h"

#include <string>
#include <variant>
#include <vector>

namespace poise::internal {

enum class TrustModel { local, shuffle };

// Nobody is trusted: every participant's messages are rho-zCDP.
struct LocalBudget {
  Rho rho;
  friend bool operator==(const LocalBudget &, const LocalBudget &) = default;
};

// A shuffler is trusted to shuffle: what leaves it is (epsilon, delta)-DP, even when up to this share of the
// participants lie or tell the analyzer all they know. Records are sealed to the analyzer's key.
struct ShuffleBudget {
  Approximate promise;
  Rational dishonest;
  std::array<std::uint8_t, 32> public_key;
  friend bool operator==(const ShuffleBudget &, const ShuffleBudget &) = default;
};

// PROMISE  Everything a participant needs to know to work out its own noise: an analyzer cannot lower it
//          without another session.
// WHY      Plans are functions of a session alone (LocalPlan, ShufflePlan), and participants compute them
//          themselves.
// ASSUMES  That participants know a session by all of it: tags tell accidents, but with 2^32 trials two
//          sessions of one tag can be made.
// CHECKED  tests/protocol/session_test.cpp
struct Session {
  std::array<std::uint8_t, 16> id; // random, so that no two sessions are alike
  std::uint64_t participants;
  std::vector<std::string> columns;
  Grid grid;                        // where a cell is put
  std::vector<std::uint64_t> signs; // of the rotation: bit j % 64 of word j / 64 for column j
  std::uint64_t reach; // the centre of a rotated column is within so many steps of zero; 0: unknown
  std::variant<LocalBudget, ShuffleBudget> budget;

  TrustModel model() const {
    return std::holds_alternative<LocalBudget>(budget) ? TrustModel::local : TrustModel::shuffle;
  }
  std::size_t width() const; // of a rotated row

  void begin(Bits &bits); // draws the id and the signs

  friend bool operator==(const Session &, const Session &) = default;

  static constexpr std::uint64_t most_participants = std::uint64_t{1} << 32;
  static constexpr std::size_t most_columns = std::size_t{1} << 14;
  static constexpr std::size_t longest_name = 1000;
  static constexpr std::uint64_t most_reach = std::uint64_t{1} << 50;
};

// One that has not begun yet: all that is decided, and nothing that is drawn. Where the mean is known to be
// within some distance of zero in l2-norm, the session says so.
Session planned_session(std::uint64_t participants, std::vector<std::string> columns, const Grid &grid,
                        const std::optional<Rational> &mean_within,
                        std::variant<LocalBudget, ShuffleBudget> budget);

// Why a session makes no sense, if it does not. A decoded one has been asked.
[[nodiscard]] std::optional<Error> check_session(const Session &session);

// How far from zero the centre of a rotated column can be expected when the mean is within `norm` of zero in
// l2-norm: random signs spread it evenly, so with probability 9/10 no column is further out. In steps.
std::uint64_t reach_for(const Rational &norm, const Grid &grid, std::size_t columns);

// The same for a mean of rows whose rotated length is at most this many steps.
std::uint64_t reach_for_length(std::uint64_t rotated_length, std::size_t columns);

Bytes encode(const Session &session);
Result<Session> decode_session(ByteView bytes);

// Names a session in every message: a digest of all of it.
using SessionTag = Digest;
SessionTag tag_of(const Session &session);

std::array<std::uint8_t, 16> random_id(Bits &bits);

} // namespace poise::internal
