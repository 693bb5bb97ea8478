// Rounds: encoded and back, in order, and refused where they do not fit their session.
#include "poise/protocol/round.h"

#include "protocol/a_session.h"

#include <gtest/gtest.h>
#include <limits>
#include <rapidcheck/gtest.h>

namespace poise::internal {
namespace round_test {

// A schedule with a search in it: rounds 1, 2-4, 5, 6.
const Schedule schedule = {{Step::reach, 1}, {Step::centre, 3}, {Step::radius, 1}, {Step::sum, 1}};
StepShape shape(Step step) {
  if (step == Step::centre) return {8, 4};
  return step == Step::sum ? StepShape{0, 0} : StepShape{64, 1};
}

Session session_with(std::uint64_t reach) { return local_session(3, 100, Rho::ratio(1, 2).value(), reach); }

// The schedule from where the reach is known.
const Schedule known = {{Step::centre, 3}, {Step::radius, 1}, {Step::sum, 1}};

std::optional<Error> refusal(const Round &round, const Session &session, const Schedule &order = schedule) {
  const auto error = check_round(round, session, order, shape);
  if (error) {
    EXPECT_FALSE(error->wrong.empty() || error->remedy.empty());
  }
  return error;
}

// A fitting round of every number.
std::vector<Round> fitting_rounds(const Session &session) {
  std::vector<Round> all = {first_round(session, schedule, shape)};
  while (auto next = round_after(all.back(), schedule, shape)) {
    next->reach = 1000;
    if (next->step >= Step::radius) next->centre = {1000, -1000, 0, 7};
    if (next->step == Step::sum) next->radius = longest_radius(1000, 4);
    if (next->turn > 0) next->search = {{0, 4}, {4, 8}, {3, 4}, {0, 8}};
    all.push_back(*next);
  }
  return all;
}

RC_GTEST_PROP(Round, WhatIsEncodedIsDecoded,
              (std::uint32_t number, std::uint32_t turn, std::uint64_t reach, std::uint64_t radius,
               const std::vector<std::int64_t> &centre, const std::vector<std::uint32_t> &ends)) {
  Round round{};
  for (auto &byte : round.session) byte = *rc::gen::arbitrary<std::uint8_t>();
  round.number = number;
  round.step = static_cast<Step>(*rc::gen::inRange<int>(1, 5));
  round.turn = turn;
  round.reach = reach;
  round.radius = radius;
  round.centre = centre;
  for (const std::uint32_t end : ends) round.search.push_back({end, end / 2});
  const Bytes bytes = encode(round);
  const auto decoded = decode_round(bytes);
  RC_ASSERT(static_cast<bool>(decoded));
  RC_ASSERT(*decoded == round);
  RC_ASSERT(encode(*decoded) == bytes);
}

TEST(Round, EveryTruncationFlipAndAdditionIsRefused) {
  for (const Round &round : fitting_rounds(session_with(0))) {
    const Bytes bytes = encode(round);
    ASSERT_TRUE(decode_round(bytes));
    for (std::size_t length = 0; length < bytes.size(); ++length)
      EXPECT_FALSE(decode_round(ByteView(bytes).first(length)));
    for (std::size_t at = 0; at < bytes.size(); ++at)
      for (const unsigned flip : {1U, 0x80U, 0xffU}) {
        Bytes broken = bytes;
        broken[at] ^= static_cast<std::uint8_t>(flip);
        const auto decoded = decode_round(broken);
        ASSERT_FALSE(decoded);
        EXPECT_FALSE(decoded.error().wrong.empty() || decoded.error().remedy.empty());
      }
    Bytes longer = bytes;
    longer.push_back(0);
    EXPECT_FALSE(decode_round(longer));
    longer = bytes; // a byte more under a digest that fits
    longer.push_back(0);
    EXPECT_FALSE(decode_round(sealed_again(longer)));
  }
}

TEST(Round, AForgedByteGivesAnotherRoundOrNone) {
  const Round round = fitting_rounds(session_with(0)).back();
  const Bytes bytes = encode(round);
  for (std::size_t at = 0; at + 8 < bytes.size(); ++at)
    for (unsigned flip = 1; flip < 256; flip += 2) {
      Bytes forged = bytes;
      forged[at] ^= static_cast<std::uint8_t>(flip);
      forged = sealed_again(std::move(forged));
      if (const auto decoded = decode_round(forged)) {
        EXPECT_FALSE(*decoded == round);
        EXPECT_EQ(encode(*decoded), forged);
      }
    }
}

TEST(Round, StepsThatAreNoneAndHugeCountsAreRefused) {
  const Bytes bytes = encode(fitting_rounds(session_with(0)).back());
  const std::size_t step_at = 7 + 8 + 4, cells_at = step_at + 1 + 4 + 8, ranges_at = cells_at + 4 + 4 * 8 + 8;
  for (const unsigned step : {0U, 5U, 255U}) {
    Bytes forged = bytes;
    forged[step_at] = static_cast<std::uint8_t>(step);
    EXPECT_FALSE(decode_round(sealed_again(forged)));
  }
  for (const std::size_t at : {cells_at, ranges_at}) {
    Bytes forged = bytes;
    std::fill_n(forged.begin() + static_cast<std::ptrdiff_t>(at), 4, std::uint8_t{0xff});
    EXPECT_FALSE(decode_round(sealed_again(forged)));
  }
  EXPECT_FALSE(decode_round(encode(session_with(0))));
}

TEST(Round, FittingRoundsAreAnsweredInTheOrderOfTheSchedule) {
  const Session session = session_with(0);
  const auto all = fitting_rounds(session);
  ASSERT_EQ(all.size(), rounds_of(schedule));
  const Step steps[] = {Step::reach, Step::centre, Step::centre, Step::centre, Step::radius, Step::sum};
  const std::uint32_t turns[] = {0, 0, 1, 2, 0, 0};
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(all[i].number, i + 1);
    EXPECT_EQ(all[i].step, steps[i]);
    EXPECT_EQ(all[i].turn, turns[i]);
    EXPECT_FALSE(refusal(all[i], session)) << i;
  }
  EXPECT_EQ(all[1].search, std::vector<LeafRange>(4, {0, 8}));
  EXPECT_TRUE(all[4].search.empty());
}

TEST(Round, AnotherSessionOrPlaceIsRefused) {
  const Session session = session_with(0);
  for (const Round &round : fitting_rounds(session)) {
    Session richer = session; // the same but for the budget
    richer.budget = LocalBudget{Rho::ratio(2, 1).value()};
    EXPECT_TRUE(refusal(round, richer));
    for (const std::uint32_t number : {0U, round.number - 1, round.number + 1, 7U, 0xffffffffU}) {
      Round other = round;
      other.number = number;
      EXPECT_TRUE(refusal(other, session)) << round.number << " as " << number;
    }
    for (const Step step : {Step::reach, Step::centre, Step::radius, Step::sum}) {
      Round other = round;
      other.step = step;
      EXPECT_EQ(refusal(other, session).has_value(), step != round.step);
    }
    for (const std::uint32_t turn : {0U, 1U, 2U, 3U, 0xffffffffU}) {
      Round other = round;
      other.turn = turn;
      EXPECT_EQ(refusal(other, session).has_value(), turn != round.turn);
    }
  }
}

TEST(Round, ReachesThatTheSessionDoesNotHaveAreRefused) {
  for (const std::uint64_t of_session : {0U, 1000U}) {
    const Session session = session_with(of_session);
    auto all = fitting_rounds(session);
    if (of_session != 0) {
      all.erase(all.begin());
      for (Round &round : all) --round.number;
    }
    const Schedule &order = of_session == 0 ? schedule : known;
    for (const Round &round : all) {
      EXPECT_FALSE(refusal(round, session, order));
      Round other = round;
      other.centre.assign(round.centre.size(), 0);
      if (other.radius != 0) other.radius = 1;
      const bool before = round.step == Step::reach;
      for (const std::uint64_t reach : {std::uint64_t{0}, std::uint64_t{1}, Session::most_reach,
                                        Session::most_reach + 1, ~std::uint64_t{0}}) {
        other.reach = reach;
        const bool fits = before            ? reach == 0
                          : of_session == 0 ? reach >= 1 && reach <= Session::most_reach
                                            : reach == 1000;
        EXPECT_EQ(refusal(other, session, order).has_value(), !fits) << round.number << ' ' << reach;
      }
    }
  }
}

TEST(Round, CentresAndRadiiBeyondTheReachAreRefused) {
  constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min(),
                         most = std::numeric_limits<std::int64_t>::max();
  const Session session = session_with(0);
  for (const Round &round : fitting_rounds(session)) {
    for (const std::int64_t cell : {std::int64_t{1001}, std::int64_t{-1001}, least, most})
      for (std::size_t j = 0; j < round.centre.size(); ++j) {
        Round other = round;
        other.centre[j] = cell;
        EXPECT_TRUE(refusal(other, session));
      }
    for (const std::size_t size : {0U, 1U, 3U, 4U, 5U}) {
      Round other = round;
      other.centre.assign(size, 0);
      EXPECT_EQ(refusal(other, session).has_value(), size != (round.step >= Step::radius ? 4U : 0U));
    }
    const std::uint64_t longest = longest_radius(1000, 4);
    for (const std::uint64_t radius :
         {std::uint64_t{0}, std::uint64_t{1}, longest, longest + 1, ~std::uint64_t{0}}) {
      Round other = round;
      other.radius = radius;
      const bool fits = round.step == Step::sum ? radius >= 1 && radius <= longest : radius == 0;
      EXPECT_EQ(refusal(other, session).has_value(), !fits) << round.number << ' ' << radius;
    }
  }
}

TEST(Round, SearchesOfNothingOrElsewhereAreRefused) {
  const Session session = session_with(0);
  for (const Round &round : fitting_rounds(session)) {
    for (const LeafRange &range : {LeafRange{0, 0}, {5, 5}, {5, 4}, {0, 9}, {8, 9}, {0, 0xffffffff}})
      for (std::size_t i = 0; i < round.search.size(); ++i) {
        Round other = round;
        other.search[i] = range;
        EXPECT_TRUE(refusal(other, session));
      }
    for (const std::size_t size : {0U, 1U, 3U, 4U, 5U}) {
      Round other = round;
      other.search.assign(size, {0, 8});
      EXPECT_EQ(refusal(other, session).has_value(), size != (round.step == Step::centre ? 4U : 0U));
    }
  }
}

TEST(Round, TheLongestRadiusHoldsEveryRowWithinTheReachOfEveryCentre) {
  for (const std::uint64_t reach :
       {std::uint64_t{1}, std::uint64_t{3}, std::uint64_t{1000}, Session::most_reach})
    for (std::size_t width = 1; width <= Session::most_columns; width *= 2) {
      const Integer farthest = 4 * Integer(reach) * Integer(reach) * Integer(width);
      const Integer radius(longest_radius(reach, width));
      EXPECT_TRUE(radius * radius >= farthest);
      EXPECT_TRUE((radius - 1) * (radius - 1) <= farthest);
    }
}

} // namespace round_test
} // namespace poise::internal
