// Magnitudes on the ladder: every double on its rung, and people and pairs as the definition says, however
// their cells come.
#include "poise/grid/magnitudes.h"

#include "grid/in_chunks.h"
#include "grid/opened_grid_rows.h"
#include "poise/random/sampler/permutation.h"
#include "poise/random/seeded_bits.h"

#include <bit>
#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <limits>
#include <numeric>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace poise::internal {
namespace magnitudes_test {

using Cells = std::vector<std::int64_t>;
using Numbers = std::vector<std::uint64_t>;
using Limits = std::numeric_limits<double>;
constexpr double gap = Limits::quiet_NaN(), infinity = Limits::infinity(), largest = Limits::max();

// 2^(r/4) as the ladder has it: from magnitudes between 1 and 2, where doubles are exact about it.
Rational rung_in_full(int rung) {
  const int octave = static_cast<int>(std::floor(rung / 4.0));
  return times_power_of_two(Rational(magnitude_of(rung - 4 * octave)), octave);
}

const std::vector<Rational> &ladder() {
  static const std::vector<Rational> rungs = [] {
    std::vector<Rational> result;
    for (int rung = Rungs::lowest; rung <= Rungs::highest; ++rung) result.push_back(rung_in_full(rung));
    return result;
  }();
  return rungs;
}

int rung_oracle(double x) {
  if (std::isnan(x)) return Rungs::lowest;
  if (std::isinf(x)) return Rungs::highest;
  return Rungs::lowest +
         static_cast<int>(std::ranges::lower_bound(ladder(), Rational(std::fabs(x))) - ladder().begin());
}

// Every exponent and the leading bits of the mantissa, with random bits behind them.
TEST(Magnitudes, EveryKindOfDoubleIsOnTheLowestRungThatReachesIt) {
  ASSERT_TRUE(std::ranges::is_sorted(ladder()));
  SeededBits bits(1);
  for (std::uint64_t head = 0; head < 1 << 15; ++head)
    for (const std::uint64_t tail : {std::uint64_t{0}, bits.word() >> 16}) {
      const double x = std::bit_cast<double>(head << 48 | tail);
      const int rung = rung_oracle(x);
      ASSERT_EQ(rung_of(x), rung) << x;
      ASSERT_EQ(rung_of(-x), rung) << x;
    }
}

TEST(Magnitudes, RungsBeginAndEndWhereTheirMagnitudesDo) {
  for (int octave = -1074; octave < 1024; ++octave) ASSERT_EQ(rung_of(std::ldexp(1.0, octave)), 4 * octave);
  for (int rung = 4 * -1022; rung < Rungs::highest; ++rung) {
    const double edge = magnitude_of(rung);
    ASSERT_EQ(rung_of(edge), rung);
    ASSERT_EQ(rung_of(-edge), rung);
    ASSERT_EQ(rung_of(std::nextafter(edge, infinity)), rung + 1);
  }
  for (const double least : {0.0, -0.0, gap, -gap, Limits::denorm_min(), -Limits::denorm_min()})
    EXPECT_EQ(rung_of(least), Rungs::lowest);
  EXPECT_EQ(rung_of(2 * Limits::denorm_min()), Rungs::lowest + 4);
  EXPECT_EQ(rung_of(3 * Limits::denorm_min()), Rungs::lowest + 7); // 2^1.58
  for (const double most : {largest, -largest, infinity, -infinity}) EXPECT_EQ(rung_of(most), Rungs::highest);
}

// (magnitude +- half a unit)^4 lies on either side of 2^rung.
TEST(Magnitudes, TheLadderHasTheDoublesNearestToTheRoots) {
  const auto fourth = [](const Rational &x) { return Rational(x * x * x * x); };
  for (int rung = 0; rung < 4; ++rung) {
    const Rational power = times_power_of_two(Rational(1), rung), x(magnitude_of(rung));
    EXPECT_TRUE(fourth(x - times_power_of_two(Rational(1), -53)) < power) << rung;
    EXPECT_TRUE(power < fourth(x + times_power_of_two(Rational(1), -53))) << rung;
  }
}

TEST(Magnitudes, AMagnitudeIsTheDoubleNearestToItsRung) {
  for (int rung = Rungs::lowest; rung < Rungs::highest; ++rung) {
    const double magnitude = magnitude_of(rung);
    const Rational full = rung_in_full(rung), off = abs(Rational(magnitude) - full);
    if (rung >= 4 * -1022) {
      ASSERT_EQ(off, 0) << rung;
    }
    ASSERT_LE(off, abs(Rational(std::nextafter(magnitude, 0.0)) - full)) << rung;
    if (magnitude < largest) {
      ASSERT_LE(off, abs(Rational(std::nextafter(magnitude, largest)) - full)) << rung;
    }
  }
  EXPECT_EQ(magnitude_of(Rungs::highest), largest); // 2^1024 is none
  EXPECT_EQ(magnitude_of(0), 1.0);
  EXPECT_EQ(magnitude_of(-4), 0.5);
  EXPECT_THROW(magnitude_of(Rungs::lowest - 1), std::logic_error);
  EXPECT_THROW(magnitude_of(Rungs::highest + 1), std::logic_error);
}

// Cells row by row, NaN where there is none; with a unit, whose each row is.
struct People {
  std::size_t columns;
  std::vector<double> cells;
  std::size_t count; // of people
  Numbers whose;     // empty without a unit

  std::size_t rows() const { return cells.size() / columns; }

  static double finite(double x) { return std::clamp(x, -largest, largest); }

  double value(std::size_t person, std::size_t column) const {
    long double sum = 0, there = 0;
    for (std::size_t row = 0; row < rows(); ++row) {
      const double cell = cells[row * columns + column];
      if ((whose.empty() ? row : whose[row]) != person || std::isnan(cell)) continue;
      sum += static_cast<long double>(finite(cell));
      there += 1;
    }
    return there == 0 ? 0.0 : finite(static_cast<double>(sum / there));
  }

  Cells row_distances(double centre) const {
    Cells result;
    for (std::size_t person = 0; person < count; ++person) {
      int rung = Rungs::lowest;
      for (std::size_t j = 0; j < columns; ++j)
        rung = std::max(rung, rung_of(finite(value(person, j) - centre)));
      result.push_back(rung);
    }
    return result;
  }

  Cells row_magnitudes() const { return row_distances(0); }

  // Whether someone has no cell at all in some column.
  bool has_gap(std::size_t person) const {
    for (std::size_t j = 0; j < columns; ++j) {
      bool there = false;
      for (std::size_t row = 0; row < rows(); ++row)
        there =
            there || ((whose.empty() ? row : whose[row]) == person && !std::isnan(cells[row * columns + j]));
      if (!there) return true;
    }
    return false;
  }
  // With gaps beyond all numbers.
  Cells row_magnitudes_beyond() const {
    Cells result = row_magnitudes();
    for (std::size_t person = 0; person < count; ++person)
      if (has_gap(person)) result[person] = Rungs::highest;
    return result;
  }
  Cells pair_magnitudes_beyond(const Numbers &order, const Numbers &signs) const {
    Cells result = pair_magnitudes(order, signs);
    for (std::size_t i = 0; i < result.size(); ++i)
      if (has_gap(order[2 * i]) || has_gap(order[2 * i + 1])) result[i] = Rungs::highest;
    return result;
  }

  double signed_sum(std::size_t person, const Numbers &signs) const {
    double sum = 0.0;
    for (std::size_t j = 0; j < columns; ++j)
      sum += (signs[j / 64] >> (j % 64) & 1) != 0 ? -value(person, j) : value(person, j);
    return finite(sum);
  }

  Cells pair_magnitudes(const Numbers &order, const Numbers &signs) const {
    Cells result;
    for (std::size_t i = 0; 2 * i + 1 < count; ++i)
      result.push_back(rung_of(signed_sum(order[2 * i], signs) - signed_sum(order[2 * i + 1], signs)));
    return result;
  }

  Cells pair_gaps(const Numbers &order, const Numbers &signs, const Grid &grid) const {
    Cells result;
    for (std::size_t i = 0; 2 * i + 1 < count; ++i)
      result.push_back(grid.place(signed_sum(order[2 * i], signs) - signed_sum(order[2 * i + 1], signs)));
    return result;
  }
};

std::vector<std::string> names(std::size_t columns) {
  std::vector<std::string> result;
  for (std::size_t i = 0; i < columns; ++i) result.push_back("x" + std::to_string(i));
  return result;
}

Table table_of(const People &people, const Rows &rows, std::shared_ptr<const void> owner) {
  if (people.whose.empty()) return Table::of(names(people.columns), rows, std::move(owner)).value();
  struct Both {
    std::shared_ptr<const void> cells;
    Numbers whose;
  };
  const auto both = std::make_shared<Both>(Both{std::move(owner), people.whose});
  return Table::from(names(people.columns), people.rows(),
                     std::make_shared<KeptRows>(std::vector<Chunk>{{rows, both->whose}}, both), people.count)
      .value();
}

// In order or turned around, aligned or not.
template <class T> Table dense(const People &people, bool by_column, std::size_t shift) {
  const auto owner = std::make_shared<std::vector<std::byte>>(shift + people.cells.size() * sizeof(T));
  for (std::size_t i = 0; i < people.cells.size(); ++i) {
    const std::size_t row = i / people.columns, column = i % people.columns;
    const T cell = static_cast<T>(people.cells[i]);
    std::memcpy(owner->data() + shift + (by_column ? column * people.rows() + row : i) * sizeof(T), &cell,
                sizeof(T));
  }
  const DenseRows<T> view(owner->data() + shift, people.rows(), people.columns,
                          sizeof(T) * (by_column ? 1 : people.columns),
                          sizeof(T) * (by_column ? people.rows() : 1));
  return table_of(people, view, owner);
}

// Gaps by bitmap in every other row, else as NaN.
Table columns_apart(const People &people) {
  struct Owner {
    std::vector<std::vector<double>> cells;
    std::vector<std::vector<std::uint8_t>> present;
    std::vector<Column> parts;
  };
  const auto owner = std::make_shared<Owner>();
  constexpr std::size_t first_bit = 3;
  for (std::size_t j = 0; j < people.columns; ++j) {
    owner->cells.emplace_back();
    owner->present.emplace_back((people.rows() + first_bit) / 8 + 1);
    for (std::size_t row = 0; row < people.rows(); ++row) {
      const double cell = people.cells[row * people.columns + j];
      const bool by_bitmap = std::isnan(cell) && row % 2 == 0;
      owner->cells[j].push_back(by_bitmap ? 1e300 : cell);
      const std::size_t bit = row + first_bit;
      if (!by_bitmap) owner->present[j][bit / 8] |= static_cast<std::uint8_t>(1U << (bit % 8));
    }
  }
  for (std::size_t j = 0; j < people.columns; ++j)
    owner->parts.push_back({owner->cells[j].data(), owner->present[j].data(), first_bit});
  return table_of(people, ColumnRows{owner->parts, 0, people.rows()}, owner);
}

Table sparse(const People &people) {
  struct Owner {
    Numbers starts = {0};
    std::vector<std::uint32_t> places;
    std::vector<double> values;
  };
  const auto owner = std::make_shared<Owner>();
  for (std::size_t row = 0; row < people.rows(); ++row) {
    for (std::size_t j = 0; j < people.columns; ++j)
      if (const double cell = people.cells[row * people.columns + j]; cell != 0 || (row + j) % 5 == 0) {
        owner->places.push_back(static_cast<std::uint32_t>(j));
        owner->values.push_back(cell);
      }
    owner->starts.push_back(owner->places.size());
  }
  return table_of(people, SparseRows{owner->starts, owner->places, owner->values, people.columns}, owner);
}

double any_cell() {
  return *rc::gen::weightedOneOf<double>(
      {{3, rc::gen::just(0.0)},
       {2, rc::gen::element(gap, infinity, -infinity, largest, -largest, Limits::denorm_min(), -Limits::min(),
                            -0.0, largest / 2, 1.0)},
       {5, rc::gen::map(rc::gen::arbitrary<std::uint64_t>(),
                        [](std::uint64_t bits) { return std::bit_cast<double>(bits); })}});
}

People any_people(bool unit) {
  People people;
  people.columns = *rc::gen::element<std::size_t>(1, 1, 2, 3, 66);
  const auto rows = *rc::gen::inRange<std::size_t>(2, 30);
  for (std::size_t i = 0; i < rows * people.columns; ++i) people.cells.push_back(any_cell());
  people.count = unit ? *rc::gen::inRange<std::size_t>(2, 8) : rows;
  for (std::size_t row = 0; unit && row < rows; ++row)
    people.whose.push_back(*rc::gen::inRange<std::uint64_t>(0, people.count));
  return people;
}

// From memory and in chunks, by any number of workers in blocks of any size.
void expect_the_definition(const People &people, const Table &table) {
  SeededBits bits(*rc::gen::arbitrary<std::uint64_t>());
  const Numbers order = permutation(people.count, bits);
  const auto signs =
      *rc::gen::container<Numbers>((people.columns + 63) / 64, rc::gen::arbitrary<std::uint64_t>());
  const auto lengths =
      *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(1, people.rows() + 1));
  const RunOptions run{.threads = *rc::gen::inRange(1U, 4U),
                       .block_cells = *rc::gen::inRange<std::size_t>(1, 90)};
  for (const Table &served : {table, InChunks::of(table, lengths)}) {
    const auto rows = row_magnitudes(served, run).value(),
               pairs = pair_magnitudes(served, order, signs, run).value();
    RC_ASSERT(opened_cells(*rows) == people.row_magnitudes());
    RC_ASSERT(opened_cells(*row_distances(served, 0.0, run).value()) == people.row_magnitudes());
    const double centre = *rc::gen::elementOf(std::vector<double>{
        1.0, -0.375, 5e-324, -3e-310, 1e6, -1e300, largest, -largest, people.value(people.count / 2, 0)});
    RC_ASSERT(opened_cells(*row_distances(served, centre, run).value()) == people.row_distances(centre));
    RC_ASSERT(opened_cells(*pairs) == people.pair_magnitudes(order, signs));
    RC_ASSERT(opened_cells(*row_magnitudes(served, run, Gaps::beyond).value()) ==
              people.row_magnitudes_beyond());
    RC_ASSERT(opened_cells(*pair_magnitudes(served, order, signs, run, Gaps::beyond).value()) ==
              people.pair_magnitudes_beyond(order, signs));
    const Grid grid = Grid::of(*rc::gen::element(-1022, -40, -2, 0, 3, 960),
                               *rc::gen::element<std::int64_t>(1, 5, 1000, Grid::largest_narrow_bound))
                          .value();
    const auto gaps = pair_gaps(served, order, signs, grid, run).value();
    RC_ASSERT(opened_cells(*gaps) == people.pair_gaps(order, signs, grid));
    RC_ASSERT(gaps->bound() == grid.bound() && gaps->kept() && !gaps->in_public_order());
    RC_ASSERT(rows->in_public_order() == people.whose.empty());
    RC_ASSERT(!pairs->in_public_order());
    RC_ASSERT(rows->kept() && pairs->kept() && rows->columns() == 1 && pairs->columns() == 1);
    RC_ASSERT(rows->bound() >= 4296 && pairs->bound() >= 4296);
  }
}

template <class T> void whole_numbers() {
  People people = any_people(*rc::gen::arbitrary<bool>());
  for (double &cell : people.cells) cell = static_cast<double>(*rc::gen::arbitrary<T>());
  if (sizeof(T) == 8) // what a double does not know is rounded on the way
    for (double &cell : people.cells)
      cell = std::ldexp(static_cast<double>(static_cast<int>(cell / 0x1p40)), 33);
  expect_the_definition(people,
                        dense<T>(people, *rc::gen::arbitrary<bool>(), *rc::gen::inRange<std::size_t>(0, 8)));
}

RC_GTEST_PROP(Magnitudes, OfDenseDoublesAreThoseOfTheDefinition, ()) {
  const People people = any_people(*rc::gen::arbitrary<bool>());
  expect_the_definition(
      people, dense<double>(people, *rc::gen::arbitrary<bool>(), *rc::gen::element<std::size_t>(0, 0, 3)));
}
RC_GTEST_PROP(Magnitudes, OfDenseFloatsAreThoseOfTheDefinition, ()) {
  People people = any_people(*rc::gen::arbitrary<bool>());
  for (double &cell : people.cells)
    cell = std::bit_cast<float>(static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(cell) >> 32));
  expect_the_definition(
      people, dense<float>(people, *rc::gen::arbitrary<bool>(), *rc::gen::element<std::size_t>(0, 0, 3)));
}
RC_GTEST_PROP(Magnitudes, OfInt64AreThoseOfTheDefinition, ()) { whole_numbers<std::int64_t>(); }
RC_GTEST_PROP(Magnitudes, OfInt32AreThoseOfTheDefinition, ()) { whole_numbers<std::int32_t>(); }
RC_GTEST_PROP(Magnitudes, OfInt16AreThoseOfTheDefinition, ()) { whole_numbers<std::int16_t>(); }
RC_GTEST_PROP(Magnitudes, OfInt8AreThoseOfTheDefinition, ()) { whole_numbers<std::int8_t>(); }
RC_GTEST_PROP(Magnitudes, OfUnsigned32AreThoseOfTheDefinition, ()) { whole_numbers<std::uint32_t>(); }
RC_GTEST_PROP(Magnitudes, OfUnsigned16AreThoseOfTheDefinition, ()) { whole_numbers<std::uint16_t>(); }
RC_GTEST_PROP(Magnitudes, OfUnsigned8AreThoseOfTheDefinition, ()) { whole_numbers<std::uint8_t>(); }
RC_GTEST_PROP(Magnitudes, OfColumnsThatLieApartAreThoseOfTheDefinition, ()) {
  const People people = any_people(*rc::gen::arbitrary<bool>());
  expect_the_definition(people, columns_apart(people));
}
RC_GTEST_PROP(Magnitudes, OfSparseRowsAreThoseOfTheDefinition, ()) {
  const People people = any_people(*rc::gen::arbitrary<bool>());
  expect_the_definition(people, sparse(people));
}

// Columns of every type side by side, and whole numbers that no double has.
TEST(Magnitudes, OfColumnsOfSeveralTypesAreThoseOfTheirNumbers) {
  static const std::uint64_t unsigned_64[] = {~std::uint64_t{0}, 1, 0};
  static const std::int64_t signed_64[] = {0, std::numeric_limits<std::int64_t>::min(), 3};
  static const std::int16_t signed_16[] = {5, 6, -1024};
  static const float floats[] = {0x1p-140F, 0.5F, std::numeric_limits<float>::infinity()};
  static const std::vector<Column> parts = {{unsigned_64}, {signed_64}, {signed_16}, {floats}};
  const auto rungs_of_column = [](std::size_t column) {
    const ColumnRows alone{std::span(parts).subspan(column, 1), 0, 3};
    return opened_cells(*row_magnitudes(Table::of(names(1), alone, nullptr).value()).value());
  };
  EXPECT_EQ(rungs_of_column(0), (Cells{256, 0, Rungs::lowest}));
  EXPECT_EQ(rungs_of_column(1), (Cells{Rungs::lowest, 252, 7}));
  EXPECT_EQ(rungs_of_column(2), (Cells{10, 11, 40}));
  EXPECT_EQ(rungs_of_column(3), (Cells{-560, -4, Rungs::highest}));
  const Table all = Table::of(names(4), ColumnRows{parts, 0, 3}, nullptr).value();
  EXPECT_EQ(opened_cells(*row_magnitudes(all).value()), (Cells{256, 252, Rungs::highest}));
  // 2^64 + 0 - 5 and 1 - 2^63 - 6, rounded; the third is left out.
  EXPECT_EQ(opened_cells(*pair_magnitudes(all, Numbers{0, 1, 2}, Numbers{4}).value()), (Cells{259}));
}

TEST(Magnitudes, OfPickedColumnsAndOfOnesAreThoseOfTheirNumbers) {
  static const double cells[] = {1, 2, 1000, 3, 4, 1000};
  static const std::size_t picks[] = {1, 0};
  const DenseRows<double> picked(reinterpret_cast<const std::byte *>(cells), 2, 3, 3 * sizeof(double),
                                 sizeof(double), picks);
  const Table table = Table::of(names(2), picked, nullptr).value();
  EXPECT_EQ(opened_cells(*row_magnitudes(table).value()), (Cells{4, 8}));
  EXPECT_EQ(opened_cells(*pair_magnitudes(table, Numbers{0, 1}, Numbers{2}).value()), (Cells{Rungs::lowest}));
  static const std::uint64_t starts[] = {0, 2, 2, 5};
  static const std::uint32_t places[] = {0, 2, 0, 1, 2};
  const Table ones = Table::of(names(3), SparseRows{starts, places, {}, 3, true}, nullptr).value();
  EXPECT_EQ(opened_cells(*row_magnitudes(ones).value()), (Cells{0, Rungs::lowest, 0}));
  EXPECT_EQ(opened_cells(*row_distances(ones, 1).value()), (Cells{0, 0, Rungs::lowest}));
  EXPECT_EQ(opened_cells(*row_distances(ones, -1).value()), (Cells{4, 0, 4}));
  EXPECT_EQ(opened_cells(*pair_magnitudes(ones, Numbers{0, 1, 2}, Numbers{0}).value()), (Cells{4}));
  EXPECT_EQ(opened_cells(*pair_magnitudes(ones, Numbers{0, 2, 1}, Numbers{0}).value()), (Cells{0}));
}

// Enough rows for many blocks and workers at once.
TEST(Magnitudes, AreTheSameOnAnyNumberOfThreads) {
  SeededBits bits(5);
  People people{1, {}, 300'000, {}};
  for (std::size_t i = 0; i < people.count; ++i)
    people.cells.push_back(
        std::ldexp(static_cast<double>(bits.word()), static_cast<int>(bits.word() % 1900) - 1000));
  const Table table = dense<double>(people, false, 0);
  const Numbers order = permutation(people.count, bits), signs = {0};
  Cells rows, pairs;
  for (const double cell : people.cells) rows.push_back(rung_of(cell));
  for (std::size_t i = 0; i < people.count; i += 2)
    pairs.push_back(rung_of(people.cells[order[i]] - people.cells[order[i + 1]]));
  for (const unsigned threads : {1U, 2U, 5U}) {
    EXPECT_EQ(opened_cells(*row_magnitudes(table, {.threads = threads}).value()), rows);
    EXPECT_EQ(opened_cells(*pair_magnitudes(table, order, signs, {.threads = threads}).value()), pairs);
  }
}

TEST(Magnitudes, OfMoreThanDoublesHoldAreStillNumbers) {
  const People people{2, {infinity, infinity, largest, largest, -infinity, -infinity, 0.0, gap}, 4, {}};
  const Numbers plus = {0}, mixed = {2};
  const Table table = dense<double>(people, false, 0);
  EXPECT_EQ(opened_cells(*row_magnitudes(table).value()), (Cells{4096, 4096, 4096, -4296}));
  // Both sums are the largest double; then the two are as far apart as doubles can be.
  EXPECT_EQ(opened_cells(*pair_magnitudes(table, Numbers{0, 1, 2, 3}, plus).value()), (Cells{-4296, 4096}));
  EXPECT_EQ(opened_cells(*pair_magnitudes(table, Numbers{0, 2, 1, 3}, plus).value()), (Cells{4096, 4096}));
  EXPECT_EQ(opened_cells(*pair_magnitudes(table, Numbers{0, 2, 1, 3}, mixed).value()), (Cells{-4296, -4296}));
}

TEST(Magnitudes, DistancesFromAPublicNumberKnowMissingAndInfiniteCells) {
  const Table table = dense<double>({1, {gap, infinity, -infinity, 7, 8, 9, 8.5}, 7, {}}, false, 0);
  EXPECT_EQ(opened_cells(*row_distances(table, 8).value()), (Cells{12, 4096, 4096, 0, Rungs::lowest, 0, -4}));
  EXPECT_EQ(opened_cells(*row_distances(table, largest).value()),
            (Cells{4096, Rungs::lowest, 4096, 4096, 4096, 4096, 4096}));
  for (const double centre : {gap, infinity, -infinity})
    EXPECT_THROW((void)row_distances(table, centre), std::logic_error);
}

TEST(Magnitudes, ReplacingAPersonReplacesOneRowOrOnePair) {
  const RunOptions alone{.threads = 1};
  const Numbers plus = {0};
  const Grid grid = Grid::of(0, 5).value();
  const People before{1, {1.0, -2.0, 5e-324, 1e300, 7.0}, 5, {}};
  Numbers order = {0, 1, 2, 3, 4};
  do {
    for (std::size_t who = 0; who < before.count; ++who)
      for (const double kind : {0.0, 1.0, -3.0, gap, infinity, 1e-310}) {
        People after = before;
        after.cells[who] = kind;
        const Table one = dense<double>(before, false, 0), other = dense<double>(after, false, 0);
        const auto moved = [&](const auto &look) {
          const Cells a = opened_cells(*look(one).value()), b = opened_cells(*look(other).value());
          return std::inner_product(a.begin(), a.end(), b.begin(), 0, std::plus<>(), std::not_equal_to<>());
        };
        if (order.front() == 0) {
          ASSERT_LE(moved([&](const Table &table) { return row_magnitudes(table, alone); }), 1);
          ASSERT_LE(moved([&](const Table &table) { return row_distances(table, -2.5, alone); }), 1);
        }
        ASSERT_LE(moved([&](const Table &table) { return pair_magnitudes(table, order, plus, alone); }), 1);
        ASSERT_LE(moved([&](const Table &table) { return pair_gaps(table, order, plus, grid, alone); }), 1);
      }
  } while (std::ranges::next_permutation(order).found);
}

// Numbers go to people as they are first met, so that the replaced one may move all others. For every order
// of the one table there is one of the other, an equally likely one, with the same pairs but for one.
TEST(Magnitudes, PeopleWithoutAPublicOrderArePairedAlikeOverTheSecretOrder) {
  const People before{1, {1, 10, 20, 300, 40, 5000}, 4, {0, 1, 1, 2, 0, 3}};
  // The last person's only row now comes first: the others, row by row the same, move up.
  const People after{1, {-9, 1, 10, 20, 300, 40}, 4, {0, 1, 2, 2, 3, 1}};
  const Numbers becomes = {1, 2, 3, 0};
  const Table one = dense<double>(before, false, 0), other = dense<double>(after, false, 0);
  Numbers order = {0, 1, 2, 3};
  do {
    Numbers moved;
    for (const std::uint64_t person : order) moved.push_back(becomes[person]);
    const Cells a = opened_cells(*pair_magnitudes(one, order, Numbers{0}).value()),
                b = opened_cells(*pair_magnitudes(other, moved, Numbers{0}).value());
    EXPECT_TRUE(a[0] == b[0] || a[1] == b[1]);
  } while (std::ranges::next_permutation(order).found);
}

// Far from zero, where a grid that reached them would be too coarse.
TEST(Magnitudes, GapsAreTakenBeforeTheyArePlaced) {
  const Table far = dense<double>({1, {1e15, 1e15 + 0.25, 1e300, 1e300, -1e308, 1e308}, 6, {}}, false, 0);
  const auto gaps = pair_gaps(far, Numbers{0, 1, 3, 2, 5, 4}, Numbers{0}, Grid::of(-4, 100).value()).value();
  EXPECT_EQ(opened_cells(*gaps), (Cells{-4, 0, 100}));
}

TEST(Magnitudes, OnePersonMakesNoPair) {
  const auto alone = pair_magnitudes(dense<double>({1, {1.0}, 1, {}}, false, 0), Numbers{0}, Numbers{0});
  ASSERT_FALSE(alone);
  EXPECT_EQ(alone.error().kind, ErrorKind::bad_input);
  const auto often =
      pair_magnitudes(dense<double>({1, {1.0, 2.0}, 1, {0, 0}}, false, 0), Numbers{0}, Numbers{0});
  ASSERT_FALSE(often);
  EXPECT_EQ(often.error().kind, ErrorKind::bad_input);
}

TEST(Magnitudes, OrdersAndSignsThatDoNotFitAreABug) {
  const Table table = dense<double>({1, {1.0, 2.0, 3.0}, 3, {}}, false, 0);
  for (const Numbers &order : {Numbers{0, 1}, Numbers{0, 1, 1}, Numbers{0, 1, 3}, Numbers{0, 1, 2, 3}})
    EXPECT_THROW((void)pair_magnitudes(table, order, Numbers{0}), std::logic_error);
  EXPECT_THROW((void)pair_magnitudes(table, Numbers{0, 1, 2}, Numbers{}), std::logic_error);
  const Grid narrow = Grid::of(0, 5).value(), wide = Grid::of(0, Grid::largest_narrow_bound + 1).value();
  EXPECT_THROW((void)pair_gaps(table, Numbers{0, 1, 1}, Numbers{0}, narrow), std::logic_error);
  EXPECT_THROW((void)pair_gaps(table, Numbers{0, 1, 2}, Numbers{0}, wide), std::logic_error);
}

TEST(Magnitudes, AStoppedPassIsAnErrorAndNotAnAnswer) {
  const RunOptions stopping{.progress = [](std::uint64_t, std::uint64_t) { return false; }};
  for (const Numbers &whose : {Numbers{}, Numbers{0, 1}}) {
    const Table table = dense<double>({1, {1.0, 2.0}, 2, whose}, false, 0);
    EXPECT_FALSE(row_magnitudes(table, stopping));
    EXPECT_FALSE(row_distances(table, 1.0, stopping));
    EXPECT_FALSE(pair_magnitudes(table, Numbers{0, 1}, Numbers{0}, stopping));
  }
}

TEST(Magnitudes, AFileThatChangedIsAnErrorAndNotAnAnswer) {
  const auto cells = std::make_shared<std::vector<double>>(5, 1.0);
  const std::vector<Chunk> chunks = {{DenseRows<double>(cells->data(), 2, 1)},
                                     {DenseRows<double>(cells->data(), 3, 1)}};
  for (const std::size_t claimed : {3U, 4U, 6U}) {
    const Table table = Table::from(names(1), claimed, std::make_shared<KeptRows>(chunks, cells)).value();
    const auto rows = row_magnitudes(table);
    ASSERT_FALSE(rows);
    EXPECT_EQ(rows.error().kind, ErrorKind::failure);
  }
}

} // namespace magnitudes_test
} // namespace poise::internal
