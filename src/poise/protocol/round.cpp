// Rounds follow a schedule that is known from the start; only what was found on the way is new.
#include "poise/protocol/round.h"

#include "poise/base/exact.h"

#include <algorithm>
#include <functional>
#include <stdexcept>

namespace poise::internal {
namespace {

Error bad_round(std::string wrong) {
  return bad_input(std::move(wrong), "do not answer; ask whoever published the round what happened");
}

struct Place {
  Step step;
  std::uint32_t turn, turns;
};

std::optional<Place> place_of(std::uint32_t number, const Schedule &schedule) {
  std::uint32_t before = 1;
  for (const Stage &stage : schedule) {
    if (number >= before && number < before + stage.turns)
      return Place{stage.step, number - before, stage.turns};
    before += stage.turns;
  }
  return std::nullopt;
}

std::vector<LeafRange> whole_search(const Place &place, const StepShape &shape) {
  if (place.turns == 1) return {};
  return std::vector<LeafRange>(shape.searched, {0, shape.leaves});
}

} // namespace

const char *name_of(Step step) {
  switch (step) {
  case Step::reach:
    return "reach";
  case Step::centre:
    return "centre";
  case Step::radius:
    return "radius";
  case Step::sum:
    return "sum";
  }
  throw std::logic_error("poise: no such step");
}

std::uint32_t rounds_of(const Schedule &schedule) {
  std::uint32_t rounds = 0;
  for (const Stage &stage : schedule) rounds += stage.turns;
  return rounds;
}

Round first_round(const Session &session, const Schedule &schedule,
                  const std::function<StepShape(Step)> &shape) {
  const Place place = place_of(1, schedule).value();
  return {tag_of(session),
          1,
          place.step,
          0,
          place.step == Step::reach ? 0 : session.reach,
          {},
          0,
          whole_search(place, shape(place.step))};
}

std::optional<Round> round_after(const Round &round, const Schedule &schedule,
                                 const std::function<StepShape(Step)> &shape) {
  const auto place = place_of(round.number + 1, schedule);
  if (!place) return std::nullopt;
  Round next = round;
  next.number = round.number + 1;
  next.step = place->step;
  next.turn = place->turn;
  if (place->turn == 0) next.search = whole_search(*place, shape(place->step));
  return next;
}

std::uint64_t longest_radius(std::uint64_t reach, std::size_t width) {
  // Twice the reach in every column; at most 2 * 2^50 * 2^7.
  const Integer squared = to_integer(reach) * to_integer(reach) * 4 * to_integer(std::uint64_t{width});
  return static_cast<std::uint64_t>(to_uint128(isqrt(squared))) + 1;
}

std::optional<Error> check_round(const Round &round, const Session &session, const Schedule &schedule,
                                 const std::function<StepShape(Step)> &shape) {
  if (round.session != tag_of(session)) return bad_round("the round belongs to another session");
  const auto place = place_of(round.number, schedule);
  if (!place || place->step != round.step || place->turn != round.turn)
    return bad_round("the round does not follow the schedule of its session");
  const bool later_than_reach = round.step != Step::reach, around_centre = round.step >= Step::radius,
             last = round.step == Step::sum;
  if ((round.reach != 0) != later_than_reach || round.reach > Session::most_reach ||
      (later_than_reach && session.reach != 0 && round.reach != session.reach))
    return bad_round("the round looks for a centre where its session does not");
  if (round.centre.size() != (around_centre ? session.width() : 0) ||
      std::ranges::any_of(round.centre, [&](std::int64_t cell) {
        return cell > static_cast<std::int64_t>(round.reach) ||
               cell < -static_cast<std::int64_t>(round.reach);
      }))
    return bad_round("the centre in the round is not one that its session could have found");
  if ((round.radius != 0) != last || (last && round.radius > longest_radius(round.reach, session.width())))
    return bad_round("the radius in the round is not one that its session could have found");
  const StepShape asked = shape(round.step);
  if (round.search.size() != (place->turns > 1 ? asked.searched : 0) ||
      std::ranges::any_of(round.search, [&](const LeafRange &range) {
        return range.low >= range.high || range.high > asked.leaves;
      }))
    return bad_round("the round searches where its session has nothing");
  return std::nullopt;
}

Bytes encode(const Round &round) {
  WireWriter out(WireKind::round);
  out.raw(round.session);
  out.u32(round.number);
  out.u8(static_cast<std::uint8_t>(round.step));
  out.u32(round.turn);
  out.u64(round.reach);
  out.u32(static_cast<std::uint32_t>(round.centre.size()));
  for (const std::int64_t cell : round.centre) out.i64(cell);
  out.u64(round.radius);
  out.u32(static_cast<std::uint32_t>(round.search.size()));
  for (const LeafRange &range : round.search) {
    out.u32(range.low);
    out.u32(range.high);
  }
  return std::move(out).sealed();
}

Result<Round> decode_round(ByteView bytes) {
  WireReader in(bytes, WireKind::round);
  Round round{};
  std::ranges::copy(in.raw(round.session.size()), round.session.begin());
  round.number = in.u32();
  const std::uint8_t step = in.u8();
  if (step < static_cast<std::uint8_t>(Step::reach) || step > static_cast<std::uint8_t>(Step::sum))
    in.refuse();
  round.step = static_cast<Step>(step);
  round.turn = in.u32();
  round.reach = in.u64();
  if (const std::uint32_t cells = in.u32(); in.has(cells, 8))
    for (std::uint32_t i = 0; i < cells; ++i) round.centre.push_back(in.i64());
  round.radius = in.u64();
  if (const std::uint32_t ranges = in.u32(); in.has(ranges, 8))
    for (std::uint32_t i = 0; i < ranges; ++i) {
      const std::uint32_t low = in.u32();
      round.search.push_back({low, in.u32()});
    }
  if (!in.whole())
    return bad_input(opening_trouble(in.opening(), "a round"),
                     "do not answer; ask whoever published the round for it again");
  return round;
}

} // namespace poise::internal
