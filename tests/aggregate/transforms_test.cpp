// Public transforms: every row becomes what the definition says, however it is served; sparse rows stay
// sparse.
#include "aggregate/any_rows.h"
#include "aggregate/every_target.h"
#include "aggregate/naive_aggregates.h"
#include "poise/aggregate/kernel/hadamard.h"
#include "poise/aggregate/transform/clamped_rows.h"
#include "poise/aggregate/transform/pair_differences.h"
#include "poise/aggregate/transform/rotated_rows.h"
#include "poise/aggregate/transform/scaled_rows.h"
#include "poise/aggregate/transform/shifted_rows.h"

#include <atomic>
#include <chrono>
#include <gtest/gtest.h>
#include <numeric>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>
#include <thread>

namespace poise::internal {
namespace transforms_test {

using Cells = std::vector<std::int64_t>;
using Rows = std::shared_ptr<const GridRows>;

std::vector<std::uint64_t> any_signs(std::size_t columns) {
  return *rc::gen::container<std::vector<std::uint64_t>>((columns + 63) / 64,
                                                         rc::gen::arbitrary<std::uint64_t>());
}

RC_GTEST_PROP(RotatedRows, AreThoseOfTheDefinition, ()) {
  const std::int64_t bound = *rc::gen::elementOf(std::vector<std::int64_t>{
      1, 100, Grid::largest_narrow_bound, std::int64_t{1} << 50, std::int64_t{1} << 55});
  const Plain plain = any_plain(bound, 20, 70);
  const auto signs = any_signs(plain.columns);
  Cells expected;
  for (std::size_t row = 0; row < plain.rows(); ++row) {
    const auto rotated = naive::rotated(plain.row(row), signs);
    expected.insert(expected.end(), rotated.begin(), rotated.end());
  }
  const auto ways = every_way(plain);
  on_every_target([&] {
    for (const Served &way : ways) {
      RC_LOG() << way.how;
      const Rows rows = rotated_rows(way.rows, signs).value();
      RC_ASSERT(rows->columns() == padded_width(plain.columns));
      RC_ASSERT(!rows->sparse());
      RC_ASSERT(opened_cells(*rows, way.run) == expected);
    }
  });
}

RC_GTEST_PROP(ShiftedRows, AreThoseOfTheDefinitionAndStaySparse, ()) {
  const std::int64_t bound = *rc::gen::elementOf(
      std::vector<std::int64_t>{1, 100, Grid::largest_narrow_bound, Grid::largest_bound / 2});
  const Plain plain = any_plain(bound);
  Cells centre, expected = plain.cells;
  for (std::size_t j = 0; j < plain.columns; ++j)
    centre.push_back(*rc::gen::elementOf(
        std::vector<std::int64_t>{0, 1, -bound, bound, std::int64_t{1} << 33, Grid::largest_bound / 2}));
  for (std::size_t i = 0; i < expected.size(); ++i) expected[i] -= centre[i % plain.columns];
  for (const Served &way : every_way(plain)) {
    const Rows rows = shifted_rows(way.rows, centre).value();
    RC_ASSERT(rows->sparse() == way.rows->sparse());
    RC_ASSERT(opened_cells(*rows, way.run) == expected);
  }
}

RC_GTEST_PROP(ClampedRows, AreThoseOfTheDefinitionAndStaySparse, ()) {
  const std::int64_t bound = *rc::gen::elementOf(
      std::vector<std::int64_t>{1, 100, Grid::largest_narrow_bound, Grid::largest_bound / 2});
  const Plain plain = any_plain(bound);
  const std::int64_t limit = *rc::gen::elementOf(
      std::vector<std::int64_t>{1, 2, 50, 100, 101, Grid::largest_narrow_bound, std::int64_t{1} << 40});
  // Shifted first, so that what a sparse row does not write down is clamped as well.
  const std::int64_t shift = *rc::gen::inRange<std::int64_t>(-3, 3);
  Cells expected = plain.cells;
  for (std::int64_t &cell : expected) cell = std::clamp(cell - shift, -limit, limit);
  for (const Served &way : every_way(plain)) {
    const Rows rows = clamped_rows(shifted_rows(way.rows, Cells(plain.columns, shift)).value(), limit);
    RC_ASSERT(rows->sparse() == way.rows->sparse());
    RC_ASSERT(rows->bound() == std::min(bound + std::abs(shift), limit));
    RC_ASSERT(opened_cells(*rows, way.run) == expected);
  }
}

std::int64_t scaled(std::int64_t cell, const Rational &factor) {
  const Rational exact = factor * Rational(naive::exactly(cell));
  const Integer magnitude = floor(abs(exact) + Rational(1, 2));
  return exact < 0 ? -magnitude.get_si() : magnitude.get_si();
}

Rational any_factor() {
  const auto top = *rc::gen::weightedOneOf<long>(
      {{3, rc::gen::inRange<long>(-10, 11)}, {1, rc::gen::inRange<long>(1, 1L << 60)}});
  const auto bottom = *rc::gen::weightedOneOf<long>(
      {{3, rc::gen::inRange<long>(1, 11)}, {1, rc::gen::inRange<long>(1, 1L << 60)}});
  return ratio(top, bottom);
}

RC_GTEST_PROP(ScaledRows, AreThoseOfTheDefinitionAndStaySparse, ()) {
  const Plain plain = any_plain(any_bound());
  std::vector<Rational> factors;
  for (std::size_t j = 0; j < plain.columns; ++j) factors.push_back(any_factor());
  // Sparse rows around a centre have something elsewhere to be scaled, too.
  const std::int64_t step =
      plain.grid.bound() < Grid::largest_bound ? *rc::gen::inRange<std::int64_t>(-1, 2) : 0;
  const Cells centre(plain.columns, step);
  Cells expected;
  bool fits = true;
  Rational largest = 0;
  for (const Rational &factor : factors) largest = std::max(largest, Rational(abs(factor)));
  const Integer reach = naive::exactly(plain.grid.bound()) + std::abs(step);
  fits = floor(largest * Rational(reach) + Rational(1, 2)) <= power_of_two(62);
  for (const Served &way : every_way(plain)) {
    const auto rows = scaled_rows(shifted_rows(way.rows, centre).value(), factors);
    RC_ASSERT(static_cast<bool>(rows) == fits);
    if (!fits) continue;
    if (expected.empty())
      for (std::size_t i = 0; i < plain.cells.size(); ++i)
        expected.push_back(scaled(plain.cells[i] - step, factors[i % plain.columns]));
    RC_ASSERT((*rows)->sparse() == way.rows->sparse());
    RC_ASSERT(opened_cells(**rows, way.run) == expected);
  }
}

// Halves, and what lies a hair beside them: where the quick estimate is in doubt.
TEST(ScaledRows, HalvesGoAwayFromZeroAndTheirNeighboursDoNot) {
  const Integer huge = power_of_two(90);
  const Cells cells = {
      1, -1, 3, -3, 5, -5, 1001, -1001, (std::int64_t{1} << 61) + 1, -(std::int64_t{1} << 61) - 1};
  const Grid grid = Grid::of(0, Grid::largest_bound).value();
  const Rows people = exact_rows({1, cells, grid});
  for (const Rational &factor :
       {ratio(1, 2), ratio(huge / 2 + 1, huge), ratio(huge / 2 - 1, huge), ratio(-1, 2)}) {
    Cells expected;
    for (const std::int64_t cell : cells) expected.push_back(scaled(cell, factor));
    EXPECT_EQ(opened_cells(*scaled_rows(people, {factor}).value()), expected);
  }
}

TEST(ScaledRows, FactorsTooSmallToMatterGiveZero) {
  const Rows people =
      exact_rows({1, Cells{Grid::largest_bound, -5}, Grid::of(0, Grid::largest_bound).value()});
  for (const unsigned bits : {64U, 65U, 200U, 3000U})
    EXPECT_EQ(opened_cells(*scaled_rows(people, {ratio(1, power_of_two(bits))}).value()), (Cells{0, 0}))
        << bits;
  EXPECT_EQ(opened_cells(*scaled_rows(people, {ratio(1, power_of_two(63))}).value()), (Cells{1, 0}));
}

RC_GTEST_PROP(PairDifferences, AreThoseOfTheOrderAndStaySparse, ()) {
  const std::int64_t bound = *rc::gen::elementOf(
      std::vector<std::int64_t>{1, 100, Grid::largest_narrow_bound, Grid::largest_bound / 4});
  const Plain plain = any_plain(bound);
  RC_PRE(plain.rows() >= 2);
  std::vector<std::uint64_t> order(plain.rows());
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[*rc::gen::inRange<std::size_t>(0, i)]);
  const Cells centre(plain.columns, *rc::gen::inRange<std::int64_t>(-1, 2)); // cancels
  Cells expected;
  for (std::size_t i = 0; i + 1 < order.size(); i += 2)
    for (std::size_t j = 0; j < plain.columns; ++j)
      expected.push_back(plain.row(order[i])[j] - plain.row(order[i + 1])[j]);
  for (const Served &way : every_way(plain)) {
    RC_LOG() << way.how;
    const Rows rows =
        pair_differences(shifted_rows(way.rows, centre).value(), order, PairOrder::open).value();
    RC_ASSERT(rows->sparse() == way.rows->sparse());
    RC_ASSERT(opened_cells(*rows, way.run) == expected);
  }
}

// Someone's first row may move everybody else's place, so people are only paired by a secret order.
TEST(PairDifferences, PeopleHaveNoPublicOrder) {
  using Kept = KeptGridRows<std::int32_t>;
  Kept::Cells cells;
  cells.values = {1, 2, 3, 4};
  const auto people = std::make_shared<Kept>(4, 1, 9, cells, Kept::Order::of_people);
  const std::vector<std::uint64_t> order = {0, 1, 2, 3};
  for (const Rows &rows : {Rows(people), shifted_rows(people, {1}).value(), scaled_rows(people, {2}).value(),
                           rotated_rows(people, {0}).value(), KeepRows::all(*people, {}).value()}) {
    EXPECT_FALSE(rows->in_public_order());
    EXPECT_THROW((void)pair_differences(rows, order, PairOrder::open), std::logic_error);
    EXPECT_TRUE(pair_differences(rows, order, PairOrder::secret));
  }
}

TEST(KeepRows, AreKeptIfThereIsRoomAndElseLeftAsTheyAre) {
  const Rows rows =
      rotated_rows(
          on_grid(Table::dense({"a", "b"}, Cells{1, 2, 3, 4}).value(), Grid::of(0, 9).value()).value(), {0})
          .value(); // 2 rows of 2 cells of 4 bytes
  EXPECT_EQ(KeepRows::if_room(rows, {.memory = 15}).value(), rows);
  const Rows kept = KeepRows::if_room(rows, {.memory = 16}).value();
  EXPECT_TRUE(kept->kept());
  EXPECT_EQ(opened_cells(*kept), opened_cells(*rows));
  EXPECT_EQ(KeepRows::if_room(kept, {}).value(), kept);
}

TEST(PairDifferences, AStoppedPassIsAnErrorAndNotAnAnswer) {
  const Rows rows = on_grid(Table::dense({"a"}, Cells(1000, 1)).value(), Grid::of(0, 9).value()).value();
  std::vector<std::uint64_t> order(1000);
  std::iota(order.begin(), order.end(), 0);
  const Rows pairs = pair_differences(rows, order, PairOrder::open).value();
  for (const std::uint64_t stop_at : {0U, 1U, 400U, 500U}) {
    const RunOptions run{.block_cells = 10,
                         .progress = [&](std::uint64_t done, std::uint64_t) { return done < stop_at; }};
    EXPECT_TRUE(pairs->pass(RawKeyForTests::make(), run, [](GridRows::Where, const AnyBlock &) {}))
        << stop_at;
  }
}

// Sparse rows around a centre, copied into memory, still know what is elsewhere.
RC_GTEST_PROP(ShiftedRows, CanBeKept, ()) {
  const Plain plain = any_plain(100);
  const Cells centre(plain.columns, 7);
  Cells expected = plain.cells;
  for (std::int64_t &cell : expected) cell -= 7;
  for (const Served &way : every_way(plain)) {
    const Rows kept = KeepRows::all(*shifted_rows(way.rows, centre).value(), way.run).value();
    RC_ASSERT(opened_cells(*kept, way.run) == expected);
  }
}

// What a worker shows stays as it is while it is looked at, whatever the others do meanwhile.
TEST(Transforms, WorkersDoNotShareTheirRooms) {
  const std::size_t rows = 2000, columns = 4;
  Cells cells(rows * columns);
  for (std::size_t i = 0; i < cells.size(); ++i)
    cells[i] = static_cast<std::int64_t>(i * i % 9973); // all blocks differ
  const Grid grid = Grid::of(0, 10'000).value();
  const Rows people = exact_rows({columns, cells, grid});
  std::vector<std::uint64_t> order(rows);
  std::iota(order.begin(), order.end(), 0);
  for (const Rows &source :
       {people, rotated_rows(people, {5}).value(), shifted_rows(people, Cells(columns, 3)).value(),
        scaled_rows(people, std::vector<Rational>(columns, ratio(2, 3))).value(),
        pair_differences(people, order, PairOrder::open).value()}) {
    std::atomic<int> inside = 0, together = 0, spoilt = 0;
    const RunOptions run{.threads = 4, .block_cells = 16};
    const auto failed =
        source->pass(RawKeyForTests::make(), run, [&](GridRows::Where, const AnyBlock &block) {
          const auto &part = std::get<DenseBlock<std::int32_t>>(block);
          const std::vector<std::int32_t> before(part.cells.begin(), part.cells.end());
          ++inside;
          const auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(300);
          while (inside < 2 && std::chrono::steady_clock::now() < end) std::this_thread::yield();
          if (inside >= 2) ++together;
          std::this_thread::yield();
          if (!std::ranges::equal(before, part.cells)) ++spoilt;
          --inside;
        });
    EXPECT_FALSE(failed);
    EXPECT_EQ(spoilt, 0);
    EXPECT_GT(together, 0) << "no two workers met, so nothing was tested";
  }
}

// Replacing one row changes one difference at most.
RC_GTEST_PROP(PairDifferences, ARowIsInOnePair, ()) {
  const Plain before = any_plain(100, 20, 3);
  RC_PRE(before.rows() >= 2);
  Plain after = before;
  const auto row = *rc::gen::inRange<std::size_t>(0, before.rows());
  for (std::size_t j = 0; j < before.columns; ++j) after.cells[row * before.columns + j] = 77;
  std::vector<std::uint64_t> order(before.rows());
  std::iota(order.begin(), order.end(), 0);
  std::rotate(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(row / 2), order.end());
  const auto differences = [&](const Plain &plain) {
    return opened_cells(*pair_differences(exact_rows(plain), order, PairOrder::open).value());
  };
  const Cells a = differences(before), b = differences(after);
  std::size_t changed = 0;
  for (std::size_t first = 0; first < a.size(); first += before.columns)
    changed += !std::equal(a.begin() + static_cast<std::ptrdiff_t>(first),
                           a.begin() + static_cast<std::ptrdiff_t>(first + before.columns),
                           b.begin() + static_cast<std::ptrdiff_t>(first));
  RC_ASSERT(changed <= 1U);
}

TEST(Transforms, WhatWouldOutgrowTheGridIsRefused) {
  const Rows wide =
      on_grid(Table::dense({"a", "b"}, Cells{1, 2, 3, 4}).value(), Grid::of(0, Grid::largest_bound).value())
          .value();
  EXPECT_NE(rotated_rows(wide, {0}).error().wrong.find("outgrow"), std::string::npos);
  EXPECT_NE(shifted_rows(wide, {0, 1}).error().wrong.find("outgrow"), std::string::npos);
  EXPECT_NE(shifted_rows(wide, {std::numeric_limits<std::int64_t>::min(), 0}).error().wrong.find("outgrow"),
            std::string::npos);
  EXPECT_NE(
      scaled_rows(wide, {1, ratio(power_of_two(62) + 1, power_of_two(62))}).error().wrong.find("outgrow"),
      std::string::npos);
  EXPECT_NE(
      pair_differences(wide, std::vector<std::uint64_t>{1, 0}, PairOrder::open).error().wrong.find("outgrow"),
      std::string::npos);
  EXPECT_TRUE(shifted_rows(wide, {0, 0}));
  EXPECT_TRUE(scaled_rows(wide, {1, -1}));
}

TEST(Transforms, ParametersThatDoNotFitTheRowsAreABug) {
  const Rows rows =
      on_grid(Table::dense({"a", "b"}, Cells{1, 2, 3, 4}).value(), Grid::of(0, 9).value()).value();
  EXPECT_THROW((void)rotated_rows(rows, {}), std::logic_error);
  EXPECT_THROW((void)shifted_rows(rows, {1}), std::logic_error);
  EXPECT_THROW((void)scaled_rows(rows, {Rational(1)}), std::logic_error);
  EXPECT_THROW((void)pair_differences(rows, std::vector<std::uint64_t>{0, 0}, PairOrder::open),
               std::logic_error);
  EXPECT_THROW((void)pair_differences(rows, std::vector<std::uint64_t>{0, 2}, PairOrder::open),
               std::logic_error);
  EXPECT_THROW((void)pair_differences(rows, std::vector<std::uint64_t>{0}, PairOrder::open),
               std::logic_error);
}

TEST(Transforms, OneRowMakesNoPair) {
  const Rows rows = on_grid(Table::dense({"a"}, Cells{1}).value(), Grid::of(0, 9).value()).value();
  EXPECT_EQ(pair_differences(rows, std::vector<std::uint64_t>{0}, PairOrder::open).error().kind,
            ErrorKind::bad_input);
}

} // namespace transforms_test
} // namespace poise::internal
