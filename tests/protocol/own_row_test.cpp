// A participant's own row: leaves, ladders, rotation and clipping, each against its plain definition.
#include "poise/protocol/own_row.h"

#include "oracle/scripted_bits.h"
#include "protocol/a_session.h"

#include <bit>
#include <gtest/gtest.h>
#include <limits>
#include <rapidcheck/gtest.h>

namespace poise::internal {
namespace own_row_test {

constexpr std::int64_t far = std::int64_t{1} << 61; // no rotated row around a centre goes further

Integer squared_norm(std::span<const std::int64_t> row) {
  Integer sum = 0;
  for (const std::int64_t cell : row) sum += to_integer(Int128{cell}) * to_integer(Int128{cell});
  return sum;
}

TEST(CentreLeaves, ALeafHoldsWhatIsFromItsFirstCellOnToTheNext) {
  for (std::uint64_t reach = 1; reach <= 40; ++reach)
    for (const std::uint32_t leaves : {1U, 2U, 5U, 16U, 64U, 81U, 125U, 1024U}) {
      const CentreLeaves all(reach, leaves);
      const auto end = static_cast<std::int64_t>(reach);
      std::vector<unsigned> held(leaves);
      std::uint32_t before = 0;
      for (std::int64_t cell = -end; cell <= end; ++cell) {
        const std::uint32_t leaf = all.leaf(cell);
        ASSERT_LT(leaf, leaves);
        EXPECT_GE(leaf, before);
        before = leaf;
        ++held[leaf];
        EXPECT_LE(all.first_cell(leaf), cell);
        EXPECT_GT(all.first_cell(leaf + 1), cell - (leaf + 1 < leaves ? 1 : 0));
      }
      std::int64_t next = -end;
      unsigned most = 0, least = 1000;
      for (std::uint32_t leaf = 0; leaf < leaves; ++leaf) {
        EXPECT_EQ(all.first_cell(leaf), std::min(next, end));
        next += held[leaf];
        most = std::max(most, held[leaf]);
        least = std::min(least, held[leaf]);
      }
      EXPECT_EQ(all.first_cell(leaves), end + 1);
      EXPECT_LE(most, least + 1) << "equal parts";
    }
}

TEST(CentreLeaves, WhatIsBeyondTheReachIsInTheOutermost) {
  for (const std::uint64_t reach : {std::uint64_t{1}, std::uint64_t{700}, Session::most_reach})
    for (const std::uint32_t leaves : {2U, 1024U, 3125U, 1U << 20}) {
      const CentreLeaves all(reach, leaves);
      const auto end = static_cast<std::int64_t>(reach);
      for (const std::int64_t past : {end + 1, 2 * end, far, std::numeric_limits<std::int64_t>::max()}) {
        EXPECT_EQ(all.leaf(past), all.leaf(end));
        EXPECT_EQ(all.leaf(-past), all.leaf(-end));
      }
      EXPECT_EQ(all.leaf(std::numeric_limits<std::int64_t>::min()), 0U);
      EXPECT_EQ(all.leaf(-end), 0U);
      if (reach >= leaves) {
        EXPECT_EQ(all.leaf(end), leaves - 1);
      }
    }
}

RC_GTEST_PROP(CentreLeaves, FirstCellsAreRightHoweverFarTheReach, ()) {
  const auto reach = *rc::gen::oneOf(rc::gen::just(Session::most_reach),
                                     rc::gen::inRange<std::uint64_t>(1, Session::most_reach));
  const auto leaves = *rc::gen::element<std::uint32_t>(64, 125, 1024, 3125, 1 << 20);
  const CentreLeaves all(reach, leaves);
  const auto leaf = *rc::gen::inRange<std::uint32_t>(0, leaves);
  const std::int64_t first = all.first_cell(leaf);
  const auto end = static_cast<std::int64_t>(reach);
  RC_ASSERT(first >= -end);
  RC_ASSERT(first <= end);
  if (reach < leaves) return;
  RC_ASSERT(all.leaf(first) == leaf);
  RC_ASSERT(leaf == 0 || all.leaf(first - 1) == leaf - 1);
}

struct LadderCase {
  std::uint64_t reach; // 0: anywhere
  std::size_t width;
  std::uint32_t centre_leaves, leaves;
  RadiusLadder ladder() const {
    return reach == 0 ? RadiusLadder::anywhere(width, leaves)
                      : RadiusLadder::around_centre(reach, width, centre_leaves, leaves);
  }
  std::uint64_t longest() const {
    return reach == 0 ? longest_radius(Session::most_reach, width) / 2 : longest_radius(reach, width);
  }
};

std::vector<LadderCase> ladders() {
  std::vector<LadderCase> all;
  for (std::size_t width = 1; width <= Session::most_columns; width *= 8)
    for (const std::uint32_t leaves : {64U, 125U, 128U, 1024U}) {
      all.push_back({0, width, 0, leaves});
      for (const std::uint32_t centre_leaves : {1024U, 3125U})
        for (std::uint64_t reach = 1; reach <= Session::most_reach; reach *= 1024)
          for (const std::uint64_t odd : {0, 1})
            if (reach + odd <= Session::most_reach)
              all.push_back({reach + odd, width, centre_leaves, leaves});
      all.push_back({Session::most_reach - 1, width, 1024, leaves});
    }
  for (std::uint64_t reach = 1; reach < 200; ++reach) all.push_back({reach, 4, 1024, 64});
  return all;
}

TEST(RadiusLadder, ThereIsALeafForEveryBucketAndNoRadiusBeyondTheLongest) {
  for (const LadderCase &a : ladders()) {
    const RadiusLadder ladder = a.ladder();
    EXPECT_LE(ladder.buckets(), a.leaves) << a.reach << ' ' << a.width;
    EXPECT_GE(ladder.buckets(), 3U);
    for (std::uint32_t bucket = 1; bucket < a.leaves; ++bucket) {
      EXPECT_GE(ladder.radius(bucket), ladder.radius(bucket - 1));
      EXPECT_LE(ladder.radius(bucket), a.longest()) << "a participant would not answer";
    }
    EXPECT_EQ(ladder.radius(ladder.buckets() - 1), a.longest());
    EXPECT_EQ(ladder.radius(ladder.buckets() - 2), a.longest());
    EXPECT_GE(ladder.radius(0), 1U) << "a round has no radius of nothing";
  }
}

TEST(RadiusLadder, ABucketHoldsNormsUpToItsRadiusAndAboveTheOneBefore) {
  for (const LadderCase &a : ladders()) {
    const RadiusLadder ladder = a.ladder();
    std::vector<std::int64_t> row(a.width);
    EXPECT_EQ(ladder.bucket(row), 0U);
    for (std::uint32_t bucket = 1; bucket + 1 < ladder.buckets(); ++bucket) {
      const auto radius = static_cast<std::int64_t>(ladder.radius(bucket));
      for (const std::size_t at : {std::size_t{0}, a.width - 1}) {
        row.assign(a.width, 0);
        row[at] = radius;
        EXPECT_EQ(ladder.bucket(row), bucket) << a.reach << ' ' << a.width;
        row[at] = -radius;
        EXPECT_EQ(ladder.bucket(row), bucket);
        row[at] = radius + 1;
        EXPECT_EQ(ladder.bucket(row), bucket + 1);
      }
      if (a.width > 1) { // just above the radius by another cell
        row.assign(a.width, 0);
        row[0] = radius;
        row[1] = -1;
        EXPECT_EQ(ladder.bucket(row), bucket + 1);
      }
    }
  }
}

TEST(RadiusLadder, NormsThatOutgrow128BitsAreBeyond) {
  for (const LadderCase &a : ladders()) {
    const RadiusLadder ladder = a.ladder();
    for (const std::int64_t cell :
         {far, -far, std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()})
      EXPECT_EQ(ladder.bucket(std::vector<std::int64_t>(a.width, cell)), ladder.buckets() - 1);
  }
}

RC_GTEST_PROP(OwnRow, IsRotatedAsTheSignsSay, ()) {
  const auto columns = *rc::gen::inRange<std::size_t>(1, 70);
  const std::int64_t bound = (std::int64_t{1} << 60) / static_cast<std::int64_t>(columns);
  const Session session =
      local_session(columns, 10, Rho::ratio(1, 1).value(), 0, bound, *rc::gen::arbitrary<std::uint64_t>());
  RC_ASSERT(!check_session(session).has_value());
  std::vector<std::int64_t> row(columns), rotated(session.width());
  for (auto &cell : row)
    cell = *rc::gen::oneOf(rc::gen::element(bound, -bound), rc::gen::inRange<std::int64_t>(-bound, bound));
  rotate_own_row(session, row, rotated);
  for (std::size_t i = 0; i < rotated.size(); ++i) {
    Integer sum = 0;
    for (std::size_t j = 0; j < columns; ++j) {
      const bool minus = (session.signs[j / 64] >> (j % 64) & 1) != 0;
      const bool turned = std::popcount(i & j) % 2 == 1;
      sum += minus != turned ? to_integer(-Int128{row[j]}) : to_integer(Int128{row[j]});
    }
    RC_ASSERT((sum == to_integer(Int128{rotated[i]})));
    RC_ASSERT(rotated[i] <= std::int64_t{1} << 60);
    RC_ASSERT(rotated[i] >= -(std::int64_t{1} << 60));
  }
  // Around the farthest centre it stays within 61 bits.
  std::vector<std::int64_t> centre(session.width(), -static_cast<std::int64_t>(Session::most_reach));
  auto shifted = rotated;
  shift_own_row(centre, shifted);
  for (std::size_t i = 0; i < rotated.size(); ++i) {
    RC_ASSERT(shifted[i] - rotated[i] == static_cast<std::int64_t>(Session::most_reach));
    RC_ASSERT(shifted[i] < far);
  }
}

// Rows and radii that an adversary would pick, clipped with the worst and with random bits.
RC_GTEST_PROP(ClipOwnRow, NeverExceedsTheCoarseRadius, ()) {
  const std::size_t width = std::size_t{1} << *rc::gen::inRange(0, 8);
  const auto radius = *rc::gen::oneOf(
      rc::gen::inRange<std::uint64_t>(1, 5000), rc::gen::inRange<std::uint64_t>(1, std::uint64_t{1} << 58),
      rc::gen::just(longest_radius(Session::most_reach, Session::most_columns)));
  const unsigned shift = *rc::gen::element(0U, coarse_shift(radius, width), *rc::gen::inRange(0U, 50U));
  const auto near_even =
      static_cast<std::int64_t>(to_uint128(isqrt(to_integer(radius) * to_integer(radius) / Integer(width))));
  const auto unit = std::int64_t{1} << shift;
  std::vector<std::int64_t> row(width);
  const int kind = *rc::gen::inRange(0, 4);
  for (auto &cell : row)
    cell = kind == 0   ? *rc::gen::element(far, -far)
           : kind == 1 ? near_even - *rc::gen::inRange<std::int64_t>(0, 3)
           : kind == 2
               ? *rc::gen::element<std::int64_t>(1, -1, unit - 1, 1 - unit, 0) // grow most in rounding
               : *rc::gen::inRange<std::int64_t>(-far, far);
  if (kind == 2) row[0] = static_cast<std::int64_t>(radius);
  const std::uint64_t word = *rc::gen::element<std::uint64_t>(0, ~std::uint64_t{0}, 1);
  oracle::ScriptedBits bits(std::vector<std::uint64_t>(width, word));
  clip_own_row(radius, shift, bits, row);
  const Integer limit = to_integer(coarse_radius(radius, shift, width));
  RC_ASSERT((squared_norm(row) <= limit * limit));
}

TEST(ClipOwnRow, WithoutAShiftIsExactAndDrawsNothing) {
  oracle::ScriptedBits none({});
  std::vector<std::int64_t> inside = {3, -4, 0, 12};
  clip_own_row(13, 0, none, inside);
  EXPECT_EQ(inside, (std::vector<std::int64_t>{3, -4, 0, 12}));
  std::vector<std::int64_t> outside = {30, -40, 0, 0};
  clip_own_row(5, 0, none, outside);
  EXPECT_EQ(outside, (std::vector<std::int64_t>{3, -4, 0, 0}));
  EXPECT_EQ(coarse_radius(5, 0, 4), 5U);
}

// All 2^shift words that can be drawn, once each: their mean is the cell, exactly.
TEST(ClipOwnRow, RoundingIsRightOnAverageExactly) {
  for (const unsigned shift : {1U, 3U, 6U}) {
    const std::int64_t unit = std::int64_t{1} << shift;
    for (std::int64_t cell = -200; cell <= 200; cell += 3) {
      std::int64_t sum_first = 0, sum_second = 0;
      for (std::int64_t r = 0; r < unit; ++r) {
        const std::uint64_t garbage = 0xabcdef0123456789U << shift; // higher bits must not matter
        oracle::ScriptedBits bits({garbage + static_cast<std::uint64_t>(r), garbage});
        std::vector<std::int64_t> row = {cell, -cell};
        clip_own_row(1000, shift, bits, row);
        EXPECT_EQ(bits.used(), 2U) << "as many words whatever the row";
        EXPECT_LE(std::abs(row[0] * unit - cell), unit - 1);
        sum_first += row[0];
        sum_second += row[1];
      }
      EXPECT_EQ(sum_first, cell);
      const std::int64_t down = -cell >= 0 ? -cell / unit : -((cell + unit - 1) / unit);
      EXPECT_EQ(sum_second, unit * down);
    }
  }
}

TEST(CoarseShift, KeepsTheRadiusAtAThousandUnitsAndSixtyFourPerRootOfTheWidth) {
  for (std::size_t width = 1; width <= Session::most_columns; width *= 2)
    for (unsigned power = 0; power <= 58; ++power)
      for (const std::int64_t odd : {-1, 0, 1}) {
        const std::uint64_t radius =
            std::max<std::uint64_t>(1, (std::uint64_t{1} << power) + static_cast<std::uint64_t>(odd));
        const unsigned shift = coarse_shift(radius, width);
        const Integer units(radius >> shift);
        if (shift == 0) {
          EXPECT_LT(radius, 2 * std::max<std::uint64_t>(1024, 64 * 128));
          continue;
        }
        EXPECT_TRUE(units >= 1024);
        EXPECT_TRUE(units * units >= Integer(64 * 64) * Integer(width));
        EXPECT_LT(radius >> shift, 2 * std::max<std::uint64_t>(1024, 64 * 128)) << "and no more than needed";
        // So rounding costs at most a few percent.
        EXPECT_LE(static_cast<double>(coarse_radius(radius, shift, width)),
                  1.02 * static_cast<double>(radius >> shift));
      }
}

} // namespace own_row_test
} // namespace poise::internal
