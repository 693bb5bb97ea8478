// Rows times a public matrix: every cell is the integer nearest to its definition, however rows are served.
#include "aggregate/any_rows.h"
#include "aggregate/every_target.h"
#include "aggregate/naive_aggregates.h"
#include "poise/aggregate/transform/multiplied_rows.h"
#include "poise/aggregate/transform/shifted_rows.h"

#include <atomic>
#include <chrono>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>
#include <thread>

namespace poise::internal {
namespace multiplied_rows_test {

using Cells = std::vector<std::int64_t>;
using Rows = std::shared_ptr<const GridRows>;

constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

// To the nearest integer, halves away from zero.
Integer nearest(const Integer &number, unsigned shift) {
  const Integer magnitude = floor(ratio(abs(number), power_of_two(shift)) + Rational(1, 2));
  return number < 0 ? Integer(-magnitude) : magnitude;
}

Cells naive_product(const Cells &cells, const IntegerMatrix &matrix, unsigned shift) {
  Cells result;
  for (std::size_t first = 0; first < cells.size(); first += matrix.columns_in)
    for (std::size_t k = 0; k < matrix.columns_out; ++k) {
      Integer sum = 0;
      for (std::size_t j = 0; j < matrix.columns_in; ++j)
        sum += naive::exactly(cells[first + j]) * naive::exactly(matrix.entries[j * matrix.columns_out + k]);
      result.push_back(nearest(sum, shift).get_si());
    }
  return result;
}

// How far from zero any sum can be.
Integer naive_reach(std::int64_t bound, const IntegerMatrix &matrix) {
  Integer reach = 0;
  for (std::size_t k = 0; k < matrix.columns_out; ++k) {
    Integer sum = 0;
    for (std::size_t j = 0; j < matrix.columns_in; ++j)
      sum += abs(naive::exactly(matrix.entries[j * matrix.columns_out + k]));
    reach = std::max(reach, Integer(sum * naive::exactly(bound)));
  }
  return reach;
}

// Entries of some number of bits, the largest of them, and zeros.
IntegerMatrix any_matrix(std::size_t columns_in) {
  const auto columns_out = *rc::gen::inRange<std::size_t>(1, 20);
  const auto bits = *rc::gen::element(0, 1, 8, 20, 31, 32, 40, 62, 63);
  const std::int64_t high = bits == 63 ? most : std::int64_t{1} << bits;
  const std::int64_t low = bits == 63 ? least : -high;
  auto entries = *rc::gen::container<Cells>(
      columns_in * columns_out,
      rc::gen::weightedOneOf<std::int64_t>({{1, rc::gen::element<std::int64_t>(0, high, low, high - 1)},
                                            {3, rc::gen::inRange<std::int64_t>(low, high)}}));
  return {columns_in, columns_out, std::move(entries)};
}

// About as small as the sums allow, anything larger, and far too small or large.
unsigned any_shift(const Integer &reach) {
  const auto bits = static_cast<unsigned>(mpz_sizeinbase(reach.get_mpz_t(), 2));
  const unsigned needed = bits > 62 ? bits - 62 : 0;
  return *rc::gen::weightedOneOf<unsigned>(
      {{1, rc::gen::just(0U)},
       {4, rc::gen::inRange(needed, needed + 3)},
       {4, rc::gen::inRange(needed, bits + 3)},
       {1, rc::gen::element(61U, 62U, 63U, 64U, 65U, 127U, 128U, 3000U)}});
}

RC_GTEST_PROP(MultipliedRows, AreThoseOfTheDefinitionOrRefused, ()) {
  const Plain plain = any_plain(any_bound(), 15, 20);
  // Sparse rows around a centre have something elsewhere to be multiplied, too.
  const std::int64_t step =
      plain.grid.bound() < Grid::largest_bound ? *rc::gen::inRange<std::int64_t>(-1, 2) : 0;
  const Cells centre(plain.columns, step);
  const IntegerMatrix matrix = any_matrix(plain.columns);
  const Integer reach = naive_reach(plain.grid.bound() + std::abs(step), matrix);
  const unsigned shift = any_shift(reach);
  const Integer bound = nearest(reach, shift);
  const bool fits = bound <= power_of_two(62) && reach < power_of_two(126);
  Cells expected = plain.cells;
  for (std::int64_t &cell : expected) cell -= step;
  if (fits) expected = naive_product(expected, matrix, shift);
  RC_CLASSIFY(!fits, "refused");
  RC_CLASSIFY(fits && reach >= power_of_two(62), "sums of 128 bits");
  RC_CLASSIFY(fits && reach < power_of_two(62), "sums of 64 bits");
  const auto ways = every_way(plain);
  on_every_target([&] {
    for (const Served &way : ways) {
      RC_LOG() << way.how;
      const auto rows = multiplied_rows(shifted_rows(way.rows, centre).value(), matrix, shift);
      RC_ASSERT(static_cast<bool>(rows) == fits);
      if (!fits) continue;
      RC_ASSERT((*rows)->rows() == plain.rows());
      RC_ASSERT((*rows)->columns() == matrix.columns_out);
      RC_ASSERT(naive::exactly((*rows)->bound()) == bound);
      RC_ASSERT(!(*rows)->sparse());
      RC_ASSERT(opened_cells(**rows, way.run) == expected);
    }
  });
}

Rows people_of(const Cells &cells, std::size_t columns, std::int64_t bound) {
  return exact_rows({columns, cells, Grid::of(0, bound).value()});
}

// Every number of rows and columns around a whole panel, and both sides of every change of road.
TEST(MultipliedRows, AreRightAtEveryEdge) {
  for (const std::int64_t bound :
       {std::int64_t{1}, Grid::largest_narrow_bound, Grid::largest_narrow_bound + 1, std::int64_t{1} << 53,
        Grid::largest_bound})
    for (const std::int64_t entry : {std::int64_t{1}, std::int64_t{1} << 20, (std::int64_t{1} << 31) - 1,
                                     std::int64_t{1} << 31, std::int64_t{1} << 40})
      for (std::size_t columns = 1; columns <= 17; ++columns) {
        const std::size_t rows = columns % 7 + 1, columns_in = (columns + 1) / 2;
        Cells cells(rows * columns_in);
        for (std::size_t i = 0; i < cells.size(); ++i)
          cells[i] = i % 3 == 0 ? bound : i % 3 == 1 ? -bound : bound - static_cast<std::int64_t>(i) % bound;
        IntegerMatrix matrix{columns_in, columns, Cells(columns_in * columns)};
        for (std::size_t i = 0; i < matrix.entries.size(); ++i)
          matrix.entries[i] = i % 5 == 0 ? -entry : entry - static_cast<std::int64_t>(i) % entry;
        const auto bits = static_cast<unsigned>(mpz_sizeinbase(naive_reach(bound, matrix).get_mpz_t(), 2));
        for (const unsigned shift : {bits > 62 ? bits - 62 : 0, bits, bits + 1}) {
          const Cells expected = naive_product(cells, matrix, shift);
          on_every_target([&] {
            const Rows product = multiplied_rows(people_of(cells, columns_in, bound), matrix, shift).value();
            ASSERT_EQ(opened_cells(*product), expected) << bound << " " << entry << " " << columns;
          });
        }
      }
}

TEST(MultipliedRows, HalvesGoAwayFromZeroAndTheirNeighboursDoNot) {
  const Cells cells = {-6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6};
  const Cells halves = {-3, -3, -2, -2, -1, -1, 0, 1, 1, 2, 2, 3, 3};
  const Cells quarters = {-2, -1, -1, -1, -1, 0, 0, 0, 1, 1, 1, 1, 2};
  // The largest number of the grid asks for sums of 128 bits in the second case.
  for (const std::int64_t bound : {std::int64_t{6}, Grid::largest_bound}) {
    const Rows people = people_of(cells, 1, bound);
    EXPECT_EQ(opened_cells(*multiplied_rows(people, {1, 1, {1}}, 1).value()), halves);
    EXPECT_EQ(opened_cells(*multiplied_rows(people, {1, 1, {1}}, 2).value()), quarters);
    EXPECT_EQ(opened_cells(*multiplied_rows(people, {1, 1, {std::int64_t{1} << 40}}, 41).value()), halves);
    EXPECT_EQ(opened_cells(*multiplied_rows(people, {1, 1, {std::int64_t{1} << 40}}, 42).value()), quarters);
    EXPECT_EQ(opened_cells(*multiplied_rows(people, {1, 1, {1}}, 0).value()), cells);
  }
}

TEST(MultipliedRows, AreZeroUnderAZeroMatrixOrAnEndlessShift) {
  for (const std::int64_t bound : {std::int64_t{9}, Grid::largest_bound}) {
    const Rows people = people_of({bound, -bound, 5, -5}, 2, bound);
    const Rows zero = multiplied_rows(people, {2, 3, Cells(6)}, 0).value();
    EXPECT_EQ(zero->bound(), 0);
    EXPECT_EQ(opened_cells(*zero), Cells(6));
    for (const unsigned shift : {127U, 128U, 4'000'000'000U})
      EXPECT_EQ(opened_cells(*multiplied_rows(people, {2, 1, {most, -7}}, shift).value()), Cells(2)) << shift;
  }
}

TEST(MultipliedRows, TheirBoundIsReachedAndNoMore) {
  const std::int64_t bound = 1000;
  const IntegerMatrix matrix{3, 2, {5, -7, -11, 13, 17, 0}};
  const Rows product = multiplied_rows(people_of({bound, -bound, bound}, 3, bound), matrix, 4).value();
  EXPECT_EQ(product->bound(), 2063); // 33000 / 16 = 2062.5
  EXPECT_EQ(opened_cells(*product), (Cells{2063, -1250}));
}

TEST(MultipliedRows, WhatWouldOutgrowTheGridIsRefused) {
  const auto refused = [](std::int64_t bound, const Cells &column, unsigned shift) {
    const auto rows = multiplied_rows(people_of(Cells(column.size(), bound), column.size(), bound),
                                      {column.size(), 1, column}, shift);
    if (rows)
      EXPECT_EQ(opened_cells(**rows),
                naive_product(Cells(column.size(), bound), {column.size(), 1, column}, shift));
    else
      EXPECT_EQ(rows.error().kind, ErrorKind::bad_parameter);
    return rows ? std::string() : rows.error().wrong;
  };
  const std::string grid = "rows multiplied by this matrix would outgrow 62 bits";
  const std::string sums = "rows multiplied by this matrix would outgrow 126 bits before the shift";
  EXPECT_EQ(refused(Grid::largest_bound, {1}, 0), "");
  EXPECT_EQ(refused(Grid::largest_bound, {2}, 0), grid);
  EXPECT_EQ(refused(Grid::largest_bound, {-2}, 1), "");
  EXPECT_EQ(refused(1, {most, 1}, 1), "");            // 2^62
  EXPECT_EQ(refused(1, {most, 2}, 1), grid);          // and a half
  EXPECT_EQ(refused(1, {least, least, 1}, 2), "");    // 2^62 and a quarter
  EXPECT_EQ(refused(1, {least, least, -2}, 2), grid); // and a half
  EXPECT_EQ(refused(Grid::largest_bound, {least, most}, 64), "");
  EXPECT_EQ(refused(Grid::largest_bound, {least, -most}, 64), "");
  EXPECT_EQ(refused(Grid::largest_bound, {least, least}, 64), sums);
  EXPECT_EQ(refused(Grid::largest_bound, {least, least}, 1000), sums);
}

TEST(MultipliedRows, AMatrixThatDoesNotFitTheRowsIsABug) {
  const Rows people = people_of({1, 2, 3, 4}, 2, 9);
  EXPECT_THROW((void)multiplied_rows(people, {1, 1, {1}}, 0), std::logic_error);
  EXPECT_THROW((void)multiplied_rows(people, {3, 1, {1, 1, 1}}, 0), std::logic_error);
  EXPECT_THROW((void)multiplied_rows(people, {2, 2, {1, 1, 1}}, 0), std::logic_error);
  EXPECT_THROW((void)multiplied_rows(people, {2, 0, {}}, 0), std::logic_error);
}

TEST(MultipliedRows, PeopleStillHaveNoPublicOrder) {
  using Kept = KeptGridRows<std::int32_t>;
  Kept::Cells cells;
  cells.values = {1, 2, 3, 4};
  EXPECT_FALSE(multiplied_rows(std::make_shared<Kept>(4, 1, 9, cells, Kept::Order::of_people), {1, 1, {1}}, 0)
                   .value()
                   ->in_public_order());
  EXPECT_TRUE(multiplied_rows(people_of({1, 2}, 1, 9), {1, 1, {1}}, 0).value()->in_public_order());
}

TEST(MultipliedRows, AStoppedPassIsAnError) {
  const Rows product = multiplied_rows(people_of(Cells(1000, 1), 1, 9), {1, 1, {1}}, 0).value();
  const RunOptions run{.block_cells = 10, .progress = [](std::uint64_t, std::uint64_t) { return false; }};
  EXPECT_TRUE(product->pass(RawKeyForTests::make(), run, [](GridRows::Where, const AnyBlock &) {}));
}

// What a worker shows stays as it is while it is looked at, whatever the others do meanwhile.
TEST(MultipliedRows, WorkersDoNotShareTheirRooms) {
  const std::size_t rows = 2000, columns = 4;
  Cells cells(rows * columns);
  for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = static_cast<std::int64_t>(i * i % 9973);
  const IntegerMatrix matrix{columns, columns, Cells(columns * columns, 3)};
  const Rows product = multiplied_rows(people_of(cells, columns, 10'000), matrix, 1).value();
  std::atomic<int> inside = 0, together = 0, spoilt = 0;
  const RunOptions run{.threads = 4, .block_cells = 16};
  const auto failed = product->pass(RawKeyForTests::make(), run, [&](GridRows::Where, const AnyBlock &block) {
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

} // namespace multiplied_rows_test
} // namespace poise::internal
