// The grid takes every double, and puts it exactly where it belongs.
#include "poise/grid/grid.h"

#include "poise/base/nearest_double.h"
#include "poise/grid/place_rows.h"
#include "poise/random/seeded_bits.h"

#include <bit>
#include <cfenv>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>
#include <vector>

namespace poise::internal {
namespace grid_test {

using Limits = std::numeric_limits<double>;

// Where a cell belongs, in rational arithmetic: cut off, divide, round halves away from zero.
std::int64_t oracle(const Grid &grid, double cell) {
  if (std::isnan(cell)) return 0;
  if (std::isinf(cell)) return cell > 0 ? grid.bound() : -grid.bound();
  const Rational steps = Rational(cell) / grid.step();
  const Rational bound(to_integer(Int128{grid.bound()}));
  if (steps >= bound) return grid.bound();
  if (steps <= -bound) return -grid.bound();
  const Integer nearest = floor(abs(steps) + Rational(1, 2));
  const auto magnitude = std::int64_t{nearest.get_si()};
  return steps < 0 ? -magnitude : magnitude;
}

std::vector<Grid> some_grids() {
  std::vector<Grid> grids;
  for (const char *bound :
       {"1", "100", "0.1", "1e6", "1e-100", "1e100", "3", "0.3333333333333333333333", "1024"})
    grids.push_back(Grid::within(bound).value());
  for (const int exponent : {Grid::least_exponent, -1000, -500, -3, 0, 5, 500, Grid::largest_exponent})
    for (const std::int64_t bound :
         {std::int64_t{1}, std::int64_t{2}, std::int64_t{3}, Grid::largest_narrow_bound,
          Grid::largest_narrow_bound + 1, (std::int64_t{1} << 53) + 1, Grid::largest_bound - 1,
          Grid::largest_bound})
      grids.push_back(Grid::of(exponent, bound).value());
  return grids;
}

// Every sign, exponent and leading four bits of the mantissa, with random bits behind them:
// all magnitudes, subnormals, infinities and NaNs are met.
TEST(Grid, EveryKindOfDoubleLandsWhereRationalArithmeticSays) {
  const std::vector<Grid> grids = some_grids();
  SeededBits bits(1);
  for (std::uint64_t head = 0; head < 1 << 16; ++head) {
    const double round = std::bit_cast<double>(head << 48),
                 cell = std::bit_cast<double>(head << 48 | bits.word() >> 16);
    const Grid &grid = grids[head % grids.size()];
    ASSERT_EQ(grid.place(round), oracle(grid, round)) << round;
    ASSERT_EQ(grid.place(cell), oracle(grid, cell)) << cell;
  }
}

RC_GTEST_PROP(Grid, CellsWithinTheBoundLandWhereRationalArithmeticSays, ()) {
  static const std::vector<Grid> grids = some_grids();
  const Grid &grid = *rc::gen::elementOf(grids);
  const auto fraction = *rc::gen::inRange<std::int64_t>(-(std::int64_t{1} << 53), std::int64_t{1} << 53);
  const double cell = std::ldexp(static_cast<double>(fraction), -53 + 30 + grid.exponent());
  RC_ASSERT(grid.place(cell) == oracle(grid, cell));
}

RC_GTEST_PROP(Grid, CellsNearAHalfLandWhereRationalArithmeticSays, ()) {
  static const std::vector<Grid> grids = some_grids();
  const Grid &grid = *rc::gen::elementOf(grids);
  const auto halves = *rc::gen::inRange<std::int64_t>(-(std::int64_t{1} << 32), (std::int64_t{1} << 32) + 1);
  double cell = std::ldexp(static_cast<double>(halves), grid.exponent() - 1);
  const double towards = *rc::gen::element(-Limits::infinity(), Limits::infinity());
  for (int steps = *rc::gen::inRange(0, 3); steps > 0; --steps) cell = std::nextafter(cell, towards);
  RC_ASSERT(grid.place(cell) == oracle(grid, cell));
}

// The finest and the coarsest grids there are, where cells or their products with the step are subnormal, or
// infinite.
TEST(Grid, SubnormalAndHugeCellsLandWhereRationalArithmeticSays) {
  SeededBits bits(4);
  for (const int exponent : {Grid::least_exponent, -1021, -1000, 900, 959, Grid::largest_exponent})
    for (const std::int64_t bound : {std::int64_t{1}, std::int64_t{5}, Grid::largest_narrow_bound,
                                     Grid::largest_narrow_bound + 1, Grid::largest_bound}) {
      const Grid grid = Grid::of(exponent, bound).value();
      for (int i = 0; i < 300; ++i) {
        const std::uint64_t fraction = bits.word() >> 12;
        const std::uint64_t subnormal = fraction >> (bits.word() % 52),
                            huge = (2046 - bits.word() % 160) << 52 | fraction;
        for (const std::uint64_t kind : {subnormal, huge}) {
          const double cell = std::bit_cast<double>(kind);
          for (const double signed_cell : {cell, -cell}) {
            ASSERT_EQ(grid.place(signed_cell), oracle(grid, signed_cell)) << cell << " at " << exponent;
            if (grid.narrow()) {
              ASSERT_EQ(grid.place_narrow(signed_cell), oracle(grid, signed_cell)) << cell;
            }
          }
        }
      }
    }
}

// Half a step is subnormal on the finest grid: it counts, and the least bit below it does not.
TEST(Grid, TheFinestGridTellsSubnormalCellsApart) {
  const Grid grid = Grid::of(Grid::least_exponent, 100).value();
  EXPECT_EQ(grid.place(0x1p-1023), 1);
  EXPECT_EQ(grid.place(std::nextafter(0x1p-1023, 0.0)), 0);
  EXPECT_EQ(grid.place_narrow(-0x1p-1023), -1);
  EXPECT_EQ(grid.place_narrow(-std::nextafter(0x1p-1023, 0.0)), 0);
  EXPECT_EQ(grid.place(1.0), 100);
  EXPECT_EQ(Grid::of(Grid::largest_exponent, Grid::largest_bound).value().place(0x1p1022),
            Grid::largest_bound);
}

// A column means the same whether its owner keeps it as integers or as floats: both are rounded alike.
RC_GTEST_PROP(Grid, WholeNumbersLandWhereTheNearestDoubleDoes, ()) {
  static const std::vector<Grid> grids = some_grids();
  const Grid &grid = *rc::gen::elementOf(grids);
  const auto cell = *rc::gen::arbitrary<std::int64_t>() >> *rc::gen::inRange(0, 63);
  const std::vector<std::int64_t> whole = {cell};
  const std::vector<double> nearest = {nearest_double(Rational(to_integer(Int128{cell})))};
  std::int64_t from_whole = 0, from_double = 0;
  place_rows(DenseRows<std::int64_t>(whole.data(), 1, 1), grid, &from_whole);
  place_rows(DenseRows<double>(nearest.data(), 1, 1), grid, &from_double);
  RC_ASSERT(from_whole == from_double);
  RC_ASSERT(from_whole == grid.place(nearest[0]));
}

// 2^61 - 1 is no double, and is nearest to 2^61: just half of a step.
TEST(Grid, WholeNumbersPassThroughADouble) {
  const Grid grid = Grid::of(62, 10).value();
  const std::vector<std::int64_t> whole = {(std::int64_t{1} << 61) - 1};
  std::int64_t placed = 0;
  place_rows(DenseRows<std::int64_t>(whole.data(), 1, 1), grid, &placed);
  EXPECT_EQ(placed, 1);
}

TEST(Grid, Float32LandsWhereItsDoubleDoes) {
  const std::vector<Grid> grids = some_grids();
  SeededBits bits(2);
  for (int i = 0; i < 100000; ++i) {
    const auto cell = std::bit_cast<float>(static_cast<std::uint32_t>(bits.word()));
    const Grid &grid = grids[static_cast<std::size_t>(i) % grids.size()];
    ASSERT_EQ(grid.place(cell), oracle(grid, cell)) << cell;
  }
}

// What a narrow grid does in 32 bits is what it does in 64.
void expect_the_same_in_32_bits(const Grid &grid, double cell) {
  if (grid.narrow()) {
    ASSERT_EQ(grid.place_narrow(cell), oracle(grid, cell)) << cell;
  }
}

TEST(Grid, NarrowCellsLandWhereRationalArithmeticSays) {
  const std::vector<Grid> grids = some_grids();
  SeededBits bits(3);
  for (std::uint64_t head = 0; head < 1 << 16; ++head)
    for (const std::uint64_t tail : {std::uint64_t{0}, bits.word() >> 16})
      expect_the_same_in_32_bits(grids[bits.word() % grids.size()], std::bit_cast<double>(head << 48 | tail));
  for (const Grid &grid : grids)
    for (const double halves : {-2.5, -1.5, -0.5, 0.5, 1.5, 2.5, 0.49999999999999994})
      expect_the_same_in_32_bits(grid, std::ldexp(halves, grid.exponent()));
}

TEST(Grid, TheEdgesOfTheDoublesLandWhereTheyShould) {
  for (const Grid &grid : some_grids()) {
    for (const double cell :
         {0.0, -0.0, Limits::min(), -Limits::min(), Limits::denorm_min(), -Limits::denorm_min(),
          Limits::max(), -Limits::max(), 0.49999999999999994, 0.5, 1.5, -2.5})
      EXPECT_EQ(grid.place(cell), oracle(grid, cell)) << cell;
    EXPECT_EQ(grid.place(Limits::infinity()), grid.bound());
    EXPECT_EQ(grid.place(-Limits::infinity()), -grid.bound());
    EXPECT_EQ(grid.place(Limits::quiet_NaN()), grid.fill());
    EXPECT_EQ(grid.place(-Limits::quiet_NaN()), grid.fill());
    EXPECT_EQ(grid.place(std::bit_cast<double>(0x7FF0000000000001U)), grid.fill());
  }
}

TEST(Grid, TheBoundItselfIsOnTheGrid) {
  for (const Grid &grid : some_grids()) {
    const double edge = std::ldexp(static_cast<double>(grid.bound()), grid.exponent());
    EXPECT_EQ(grid.place(edge), oracle(grid, edge)); // a wide bound may be no double
    EXPECT_EQ(grid.place(-edge), oracle(grid, -edge));
    EXPECT_EQ(grid.place(std::nextafter(edge, Limits::infinity())), grid.bound());
  }
}

TEST(Grid, TheRoundingModeOfTheMachineDoesNotMatter) {
  const Grid grid = Grid::of(0, 1000).value();
  for (const int mode : {FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO}) {
    std::fesetround(mode);
    const std::int64_t up = grid.place(2.5), down = grid.place(-2.5), below = grid.place(0.49999999999999994);
    std::fesetround(FE_TONEAREST);
    EXPECT_EQ(up, 3);
    EXPECT_EQ(down, -3);
    EXPECT_EQ(below, 0);
  }
}

// 2^(bits-1) to 2^bits steps, and never less than was asked for.
RC_GTEST_PROP(Grid, ABoundBecomesAFineGridThatReachesIt, ()) {
  const Rational bound = ratio(*rc::gen::inRange<long>(1, 1L << 60), *rc::gen::inRange<long>(1, 1L << 60));
  const int bits = *rc::gen::inRange(1, 63);
  const Grid grid = Grid::within(bound, bits).value();
  const Integer steps = to_integer(Int128{grid.bound()});
  RC_ASSERT(2 * steps >= power_of_two(static_cast<unsigned>(bits)));
  RC_ASSERT(steps <= power_of_two(static_cast<unsigned>(bits)));
  RC_ASSERT(grid.step() * steps >= bound);
  RC_ASSERT(grid.step() * (steps - 1) < bound);
  RC_ASSERT(grid.narrow() == (steps < power_of_two(31)));
}

// A billion either way, a millionth apart, and room for a rotation.
TEST(Grid, TheGenerousGridReachesABillionAndCanBeRotated) {
  for (const std::size_t columns : {1UL, 2UL, 4095UL, 4096UL, 1UL << 20, 1UL << 22}) {
    const Grid grid = Grid::generous(columns);
    EXPECT_EQ(grid.step() * to_integer(Int128{grid.bound()}), Rational(power_of_two(30)));
    EXPECT_LE(to_integer(Int128{grid.bound()}) * Integer(columns), power_of_two(62));
    if (columns <= 2048) {
      EXPECT_EQ(grid.exponent(), -20);
    }
  }
}

TEST(Grid, PowersOfTwoAreReachedExactly) {
  for (const int exponent : {-20, -1, 0, 1, 10, 40}) {
    const Rational bound = exponent < 0 ? ratio(1, power_of_two(static_cast<unsigned>(-exponent)))
                                        : Rational(power_of_two(static_cast<unsigned>(exponent)));
    const Grid grid = Grid::within(bound).value();
    EXPECT_EQ(grid.step() * to_integer(Int128{grid.bound()}), bound);
  }
}

TEST(Grid, ABoundThatMakesNoSenseIsRefused) {
  for (const char *bound :
       {"0", "-1", "1e101", "1e-101", "1e400", "nan", "inf", "", "0,5", " 1", "ten", "1/0"}) {
    const auto grid = Grid::within(std::string_view(bound));
    ASSERT_FALSE(grid) << bound;
    EXPECT_EQ(grid.error().kind, ErrorKind::bad_parameter);
    EXPECT_TRUE(grid.error().wrong.starts_with("bound must be")) << grid.error().wrong;
  }
  EXPECT_FALSE(Grid::of(Grid::largest_exponent + 1, 1));
  EXPECT_FALSE(Grid::of(Grid::least_exponent - 1, 1));
  EXPECT_FALSE(Grid::of(0, 0));
  EXPECT_FALSE(Grid::of(0, Grid::largest_bound + 1));
  EXPECT_FALSE(Grid::within("1", 0));
  EXPECT_FALSE(Grid::within("1", 63));
}

} // namespace grid_test
} // namespace poise::internal
