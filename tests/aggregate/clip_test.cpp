// Clipping: equal to the definition in big integers, never beyond the radius, also at near-ties and the
// largest cells.
#include "poise/aggregate/kernel/clip.h"

#include "aggregate/every_target.h"
#include "aggregate/gridded_blocks.h"
#include "aggregate/naive_aggregates.h"

#include <rapidcheck/gtest.h>
#include <stdexcept>

namespace poise::internal {
namespace clip_test {

Ball ball_of(Norm norm, const Integer &limit) { return norm == Norm::l1 ? Ball::l1(limit) : Ball::l2(limit); }

template <class T> std::vector<T> clipped(const Ball &ball, std::vector<T> row) {
  clip_row(ball, std::span<T>(row));
  return row;
}

// Limits on either side of the row's own norm, and far away.
Integer any_limit(const Integer &norm) {
  Integer limit = norm;
  switch (*rc::gen::inRange(0, 6)) {
  case 0:
    limit = norm - 1;
    break;
  case 1:
    limit = norm + *rc::gen::inRange(-3, 4);
    break;
  case 2:
    limit = norm / *rc::gen::inRange(1, 10);
    break;
  case 3:
    limit = norm >> *rc::gen::inRange<unsigned>(0, 130);
    break;
  case 4:
    limit = *rc::gen::inRange(0, 10);
    break;
  default:
    limit = norm * to_integer(*rc::gen::arbitrary<std::uint64_t>()) >> 64;
  }
  return limit < 0 ? Integer(0) : limit;
}

template <class T> void equals_the_definition() {
  const auto row = *rc::gen::nonEmpty(rc::gen::container<std::vector<T>>(any_cell<T>()));
  const Norm norm = *rc::gen::element(Norm::l1, Norm::l2);
  const Integer limit = any_limit(naive::norm(norm, std::span<const T>(row)));
  const auto result = clipped(ball_of(norm, limit), row);
  RC_ASSERT(result == naive::clipped(norm, limit, std::span<const T>(row)));
  if (naive::norm(norm, std::span<const T>(row)) > limit)
    RC_ASSERT(naive::norm(norm, std::span<const T>(result)) <= limit);
  else
    RC_ASSERT(result == row);
}

RC_GTEST_PROP(Clip, EqualsTheDefinitionAndStaysInTheBallIn32Bits, ()) {
  equals_the_definition<std::int32_t>();
}
RC_GTEST_PROP(Clip, EqualsTheDefinitionAndStaysInTheBallIn64Bits, ()) {
  equals_the_definition<std::int64_t>();
}

// The norm need not be that of a row with this cell: any that is not below the cell's own will do.
RC_GTEST_PROP(Clip, TheShortRoadEqualsTheLongOne, ()) {
  const Norm norm = *rc::gen::element(Norm::l1, Norm::l2);
  const auto cell = *any_cell<std::int32_t>();
  const std::vector<std::int32_t> alone = {cell};
  Integer size = naive::norm(norm, std::span(alone));
  size += to_integer(*rc::gen::arbitrary<std::uint64_t>()) >> *rc::gen::inRange<unsigned>(0, 64);
  RC_PRE(size > 0 && fits_uint64(size));
  const Integer limit = any_limit(size);
  RC_PRE(limit < size);
  const auto short_size = static_cast<std::uint64_t>(to_uint128(size));
  const Shrink shrink(ball_of(norm, limit), UInt192{0, short_size});
  const ShortShrink short_shrink(norm, static_cast<std::uint64_t>(to_uint128(limit)), short_size);
  RC_ASSERT(short_shrink.cell(cell) == shrink.cell(cell));
  RC_ASSERT(short_shrink.cell(cell / 3) == shrink.cell(cell / 3));
}

// Squares and their neighbours as limits: where a root or a ratio that is off by one would show.
TEST(Clip, TheShortRoadIsExactAtSquares) {
  for (const std::uint64_t root :
       {1ULL, 2ULL, 3ULL, 255ULL, 65'535ULL, 65'536ULL, 3'037'000'499ULL, 4'294'967'294ULL, 4'294'967'295ULL})
    for (const std::uint64_t limit : {root * root - 1, root * root, root * root + 1})
      for (const std::uint64_t size :
           {limit + 1, limit + 2, 2 * limit + 1, ~std::uint64_t{0}, ~std::uint64_t{0} - 1})
        for (const Norm norm : {Norm::l1, Norm::l2}) {
          if (size <= limit) continue;
          const Shrink shrink(ball_of(norm, to_integer(limit)), UInt192{0, size});
          const ShortShrink short_shrink(norm, limit, size);
          for (const std::int32_t cell :
               {0, 1, -1, 2, 3, 1000, 65'536, -65'537, std::numeric_limits<std::int32_t>::max(),
                std::numeric_limits<std::int32_t>::min()})
            EXPECT_EQ(short_shrink.cell(cell), shrink.cell(cell)) << limit << ' ' << size << ' ' << cell;
        }
}

// Rows whose exact result is whole: the ratio of the fast road ends just below it.
TEST(Clip, WholeResultsAreReached) {
  for (const std::int64_t scale :
       {std::int64_t{3}, std::int64_t{7}, std::int64_t{1} << 40, (std::int64_t{1} << 40) + 1})
    for (const std::int64_t part : {std::int64_t{1}, std::int64_t{2}}) {
      const std::vector<std::int64_t> row = {3 * 3 * scale, -4 * 3 * scale};
      const std::vector<std::int64_t> expected = {3 * part * scale, -4 * part * scale};
      const Integer radius = naive::exactly(5 * part * scale);
      EXPECT_EQ(clipped(Ball::l2(radius * radius), row), expected);
      const Integer below = radius * radius - 1; // the least bit less, and no cell reaches it
      EXPECT_EQ(clipped(Ball::l2(below), row), (std::vector<std::int64_t>{expected[0] - 1, expected[1] + 1}));
      EXPECT_EQ(clipped(Ball::l1(naive::exactly(7 * part * scale)), row), expected);
      EXPECT_EQ(clipped(Ball::l1(naive::exactly(7 * part * scale) - 1), row),
                (std::vector<std::int64_t>{expected[0] - 1, expected[1] + 1}));
    }
}

TEST(Clip, TheLargestCellsStayInTheBall) {
  const std::int64_t least = std::numeric_limits<std::int64_t>::min(),
                     most = std::numeric_limits<std::int64_t>::max();
  for (const std::size_t columns : {1U, 2U, 5U, 300U})
    for (const std::int64_t extreme : {least, most})
      for (const Norm norm : {Norm::l1, Norm::l2}) {
        const std::vector<std::int64_t> row(columns, extreme);
        const Integer size = naive::norm(norm, std::span(row));
        for (const Integer &limit :
             {Integer(0), Integer(1), Integer(size / 2), Integer(size - 1), size, Integer(size + 1)}) {
          const auto result = clipped(ball_of(norm, limit), row);
          EXPECT_EQ(result, naive::clipped(norm, limit, std::span(row)));
          EXPECT_TRUE(limit >= size || naive::norm(norm, std::span<const std::int64_t>(result)) <= limit);
        }
      }
}

TEST(Clip, NothingIsOutsideABallBeyondAllNorms) {
  const std::vector<std::int64_t> row(9, std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(clipped(Ball::l2(power_of_two(500)), row), row);
  EXPECT_EQ(clipped(Ball::l1(power_of_two(500)), row), row);
}

TEST(Clip, ABallOfRadiusZeroIsTheOrigin) {
  EXPECT_EQ(clipped(Ball::l2(0), std::vector<std::int32_t>{5, -7}), (std::vector<std::int32_t>{0, 0}));
  EXPECT_EQ(clipped(Ball::l2(0), std::vector<std::int32_t>{0, 0}), (std::vector<std::int32_t>{0, 0}));
}

TEST(Clip, ANegativeRadiusAndShrinkingWithoutNeedAreBugs) {
  EXPECT_THROW(Ball::l1(-1), std::logic_error);
  EXPECT_THROW(Ball::l2(-1), std::logic_error);
  EXPECT_THROW(Shrink(Ball::l2(4), UInt192{0, 4}), std::logic_error);
  EXPECT_THROW(ShortShrink(Norm::l2, 4, 4), std::logic_error);
}

} // namespace clip_test
} // namespace poise::internal
