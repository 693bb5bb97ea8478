// One row of doubles a person: from every kind of table, with a unit and without; people drawn and compared.
#include "poise/grid/people_rows.h"

#include "aggregate/people_tables.h"
#include "poise/grid/people_sample.h"
#include "poise/random/seeded_bits.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace poise::internal {
namespace people_rows_test {

std::vector<double> cells_of(const PeopleRows &rows, const RunOptions &run = {}) {
  std::vector<double> cells(rows.rows() * rows.columns(), -99);
  std::vector<int> seen(rows.rows());
  const auto failed =
      rows.pass(RawKeyForTests::make(), run, [&](PeopleRows::Where where, std::span<const double> block) {
        for (std::size_t i = 0; i < block.size(); ++i) cells[where.first_row * rows.columns() + i] = block[i];
        for (std::size_t i = 0; i < block.size() / rows.columns(); ++i) ++seen[where.first_row + i];
      });
  EXPECT_FALSE(failed);
  for (const int times : seen) EXPECT_EQ(times, 1);
  return cells;
}

void expect_same(const std::vector<double> &a, const std::vector<double> &b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    EXPECT_TRUE(a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i]))) << i << ": " << a[i] << ", " << b[i];
}

TEST(PeopleRows, AreTheCellsOfTheTableInEveryCut) {
  SeededBits bits(1);
  for (const std::size_t columns : {1U, 3U, 20U}) {
    const auto cells = any_cells(columns * 70, bits);
    for (const auto &[rows, run] : every_cut(columns, cells)) expect_same(cells_of(rows, run), cells);
  }
}

TEST(PeopleRows, OnlySomeColumnsAreTheSameCells) {
  SeededBits bits(2);
  const std::size_t columns = 5, chosen[] = {3, 0, 4};
  const auto cells = any_cells(columns * 70, bits);
  std::vector<double> wanted, twice;
  for (std::size_t row = 0; row < 70; ++row) {
    for (const std::size_t j : chosen) wanted.push_back(cells[row * columns + j]);
    twice.push_back(cells[row * columns + 4]);
  }
  for (const auto &[rows, run] : every_cut(columns, cells)) {
    const PeopleRows some = rows.only({3, 0, 4});
    EXPECT_EQ(some.columns(), 3U);
    expect_same(cells_of(some, run), wanted);
    expect_same(cells_of(some.only({2}), run), twice);
  }
  EXPECT_THROW((void)people_of(columns, cells).only({5}), std::logic_error);
}

TEST(PeopleRows, SquaredDistancesAreThoseOfTheCells) {
  SeededBits bits(3);
  constexpr std::size_t columns = 3;
  auto cells = any_cells(columns * 70, bits);
  cells[0] = 1e200; // its square is beyond all doubles
  const std::vector<double> centre = {1, -2.5, 1e6}, scale = {1, 0.25, 0x1p-40};
  std::vector<double> wanted, last;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    constexpr double largest = std::numeric_limits<double>::max();
    const double cell = std::isnan(cells[i]) ? cells[i] : std::clamp(cells[i], -largest, largest);
    const double apart = (cell - centre[i % columns]) * scale[i % columns];
    wanted.push_back(std::isnan(apart) ? apart : std::min(apart * apart, largest));
    if (i % columns == 2) last.push_back(wanted.back());
  }
  for (const auto &[rows, run] : every_cut(columns, cells)) {
    const PeopleRows squares = rows.squared_distances(centre, scale);
    expect_same(cells_of(squares, run), wanted);
    expect_same(cells_of(squares.only({2}), run), last);
    expect_same(cells_of(rows.only({1, 2}).squared_distances({-2.5, 1e6}, {0.25, 0x1p-40}).only({1}), run),
                last);
    EXPECT_THROW((void)squares.squared_distances(centre, scale), std::logic_error);
    EXPECT_THROW((void)rows.squared_distances({1}, {1}), std::logic_error);
  }
}

TEST(PeopleRows, OfIntegersSparseRowsAndColumnsWithGaps) {
  const std::vector<std::int64_t> whole = {1, -2, (std::int64_t{1} << 53) + 1, 4};
  expect_same(cells_of(PeopleRows::of(Table::dense({"a", "b"}, whole).value()).value()), {1, -2, 0x1p53, 4});

  const std::vector<std::uint64_t> starts = {0, 1, 1, 3};
  const std::vector<std::uint32_t> places = {2, 0, 1};
  const std::vector<double> values = {7, a_gap, 3};
  const Table sparse =
      Table::of({"a", "b", "c"}, SparseRows{starts, places, values, 3}, std::shared_ptr<const void>())
          .value();
  expect_same(cells_of(PeopleRows::of(sparse).value()), {0, 0, 7, 0, 0, 0, a_gap, 3, 0});
}

TEST(PeopleRows, OfAUnitAreMeansOfWhatIsThere) {
  // Of persons 0, 1, 2 in the order in which they first come.
  const std::vector<double> cells = {1, 2, a_gap, 5, 3, a_gap, a_gap, 7, 8, a_gap};
  const std::vector<std::uint64_t> whose = {0, 1, 0, 1, 2};
  struct Owner {
    std::vector<double> cells;
    std::vector<std::uint64_t> whose;
  };
  const auto owner = std::make_shared<Owner>(Owner{cells, whose});
  const Rows rows = DenseRows<double>(reinterpret_cast<const std::byte *>(owner->cells.data()), 5, 2, 16, 8);
  const Table table =
      Table::from({"a", "b"}, 5, std::make_shared<KeptRows>(std::vector<Chunk>{{rows, owner->whose}}, owner),
                  3)
          .value();
  const PeopleRows people = PeopleRows::of(table).value();
  EXPECT_EQ(people.rows(), 3U);
  // 1 and 3; 2 alone: the first person's means.
  expect_same(cells_of(people), {2, 2, a_gap, 6, 8, a_gap});
  expect_same(cells_of(PeopleRows::of(InChunks::of(table, {2, 1})).value()), {2, 2, a_gap, 6, 8, a_gap});
}

TEST(PeopleSample, HasTheRowsThatWerePicked) {
  SeededBits bits(2);
  const auto cells = any_cells(3 * 70, bits);
  const std::vector<std::uint64_t> picks = {69, 0, 33, 34, 7};
  std::vector<double> expected;
  for (const std::uint64_t person : picks)
    for (std::size_t j = 0; j < 3; ++j) expected.push_back(cells[person * 3 + j]);
  for (const auto &[rows, run] : every_cut(3, cells))
    expect_same(cells_of(PeopleSample::of(rows, picks, run).value()), expected);
  const std::vector<std::uint64_t> twice = {1, 1}, nobody = {70};
  EXPECT_THROW((void)PeopleSample::of(people_of(3, cells), twice), std::logic_error);
  EXPECT_THROW((void)PeopleSample::of(people_of(3, cells), nobody), std::logic_error);
}

TEST(PeopleSample, DistancesAreOfTheFirstTwoCellsThatAreThere) {
  const std::vector<double> cells = {1, 10, a_gap, 20, 4, 40, a_gap, 80, a_gap, 160, 6, a_gap, 9, 0};
  const std::vector<std::uint64_t> all = {0, 1, 2, 3, 4, 5, 6};
  const PeopleRows sample = PeopleSample::of(people_of(2, cells), all).value();
  const std::vector<std::size_t> groups = {3, 2};
  // Column 0 in threes: (1, -, 4), (-, -, 6), one left over; column 1 in twos: 10, 40, -; 160 and a gap.
  expect_same(cells_of(PeopleSample::distances(sample, groups)), {3, 10, a_gap, 40, a_gap, a_gap});
  const std::vector<std::size_t> ones = {1, 2}, few = {2};
  EXPECT_THROW((void)PeopleSample::distances(sample, ones), std::logic_error);
  EXPECT_THROW((void)PeopleSample::distances(sample, few), std::logic_error);
  EXPECT_THROW((void)PeopleSample::distances(people_of(2, cells), groups), std::logic_error);
}

// One row replaced, whichever it is: one distance of a column at most.
TEST(PeopleSample, ReplacingARowReplacesOneDistanceOfAColumn) {
  SeededBits bits(3);
  std::vector<std::uint64_t> all(12);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  for (int turn = 0; turn < 200; ++turn) {
    auto cells = any_cells(24, bits);
    const std::vector<std::size_t> groups = {2 + turn % 3U, 3};
    const auto before =
        cells_of(PeopleSample::distances(PeopleSample::of(people_of(2, cells), all).value(), groups));
    const std::size_t row = bits.word() % 12;
    const auto other = any_cells(2, bits);
    cells[2 * row] = other[0];
    cells[2 * row + 1] = other[1];
    const auto after =
        cells_of(PeopleSample::distances(PeopleSample::of(people_of(2, cells), all).value(), groups));
    std::size_t changed[2] = {};
    for (std::size_t i = 0; i < before.size(); ++i)
      changed[i % 2] += before[i] != after[i] && !(std::isnan(before[i]) && std::isnan(after[i]));
    EXPECT_LE(changed[0], 1U);
    EXPECT_LE(changed[1], 1U);
  }
}

} // namespace people_rows_test
} // namespace poise::internal
