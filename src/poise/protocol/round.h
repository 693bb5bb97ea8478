// What the analyzer publishes for every round: a question to all, with what is known so far. All of it
// public.
#pragma once

#include "poise/protocol/session.h"

#include <functional>

namespace poise::internal {

enum class Step : std::uint8_t {
  reach = 1,  // how long most rows are, where nobody knows
  centre = 2, // the medians of the rotated columns
  radius = 3, // how far from the centre rows are
  sum = 4,    // of rows around the centre, clipped to the radius
};

const char *name_of(Step step);

// Which steps there are, and how many rounds each takes: a search takes one for every halving.
struct Stage {
  Step step;
  std::uint32_t turns;
  friend bool operator==(const Stage &, const Stage &) = default;
};
using Schedule = std::vector<Stage>;

std::uint32_t rounds_of(const Schedule &schedule);

// Leaves from `low` up to and without `high`, where a search still looks.
struct LeafRange {
  std::uint32_t low, high;
  friend bool operator==(const LeafRange &, const LeafRange &) = default;
};

struct Round {
  SessionTag session;
  std::uint32_t number; // 1, 2, ...
  Step step;
  std::uint32_t turn;               // 0, 1, ... within the step
  std::uint64_t reach;              // known from the centre's round on, else 0
  std::vector<std::int64_t> centre; // of rotated columns, from the radius's round on
  std::uint64_t radius;             // in the last round, else 0
  std::vector<LeafRange> search;    // one for whatever is searched, in a step of several turns

  friend bool operator==(const Round &, const Round &) = default;
};

// How a step is answered: over how many leaves, and how many things are searched at a time.
struct StepShape {
  std::uint32_t leaves;
  std::uint32_t searched;
};

// The first question of a session.
Round first_round(const Session &session, const Schedule &schedule,
                  const std::function<StepShape(Step)> &shape);

// The one after `round`, before what it found is written in; none after the last.
std::optional<Round> round_after(const Round &round, const Schedule &schedule,
                                 const std::function<StepShape(Step)> &shape);

// Why a participant of this session will not answer: the round belongs to another session, does not follow
// the schedule, or asks for numbers beyond what the session allows.
[[nodiscard]] std::optional<Error> check_round(const Round &round, const Session &session,
                                               const Schedule &schedule,
                                               const std::function<StepShape(Step)> &shape);

// The largest distance of a row from a centre within the reach: where radii end.
std::uint64_t longest_radius(std::uint64_t reach, std::size_t width);

Bytes encode(const Round &round);
Result<Round> decode_round(ByteView bytes);

} // namespace poise::internal
