// A table on the grid: every cell in its place, one row a person, whatever the cells' type and however they
// come.
#include "poise/grid/on_grid.h"

#include "grid/in_chunks.h"
#include "grid/opened_grid_rows.h"
#include "poise/grid/kept_grid_rows.h"
#include "poise/grid/table_on_grid.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace poise::internal {
namespace on_grid_test {

using Cells = std::vector<std::int64_t>;
const double gap = std::numeric_limits<double>::quiet_NaN();

std::vector<std::string> names(std::size_t columns) {
  std::vector<std::string> result;
  for (std::size_t i = 0; i < columns; ++i) result.push_back("x" + std::to_string(i));
  return result;
}

Cells placed_cells(const Table &table, const Grid &grid, const RunOptions &run = {}) {
  return opened_cells(*on_grid(table, grid, run).value(), run);
}

TEST(OnGrid, EveryCellIsPlacedByTheGrid) {
  const Table table = Table::dense(names(2), {1.0, 2.25, gap, -100.0}).value();
  EXPECT_EQ(placed_cells(table, Grid::of(-1, 10).value()), (Cells{2, 5, 0, -10}));
  EXPECT_EQ(placed_cells(table, Grid::of(-40, std::int64_t{1} << 45).value()),
            (Cells{std::int64_t{1} << 40, std::int64_t{9} << 38, 0, -(std::int64_t{1} << 45)}));
}

// Any type, in order or turned around, misaligned or not, narrow and wide.
template <class T> void every_layout() {
  const auto rows = *rc::gen::inRange<std::size_t>(1, 30), columns = *rc::gen::inRange<std::size_t>(1, 6);
  const bool by_column = *rc::gen::arbitrary<bool>();
  const auto shift = *rc::gen::inRange<std::size_t>(0, 8);
  const auto cells = *rc::gen::container<std::vector<T>>(rows * columns, rc::gen::arbitrary<T>());
  std::vector<std::byte> bytes(shift + cells.size() * sizeof(T));
  std::memcpy(bytes.data() + shift, cells.data(), cells.size() * sizeof(T));
  const DenseRows<T> view(bytes.data() + shift, rows, columns, sizeof(T) * (by_column ? 1 : columns),
                          sizeof(T) * (by_column ? rows : 1));
  const Table table = Table::of(names(columns), view, nullptr).value();
  const Grid grid = *rc::gen::element(Grid::of(3, 100).value(), Grid::of(-2, Grid::largest_bound).value());
  Cells expected;
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t column = 0; column < columns; ++column)
      expected.push_back(
          grid.place(static_cast<double>(cells[by_column ? column * rows + row : row * columns + column])));
  const auto lengths =
      *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(1, rows + 1));
  const RunOptions run{.threads = *rc::gen::inRange(1U, 4U),
                       .block_cells = *rc::gen::inRange<std::size_t>(1, 40)};
  RC_ASSERT(placed_cells(table, grid, run) == expected);
  RC_ASSERT(placed_cells(InChunks::of(table, lengths), grid, run) == expected);
  const auto kept = KeepRows::all(*on_grid(InChunks::of(table, lengths), grid).value(), run).value();
  RC_ASSERT(kept->kept());
  RC_ASSERT(opened_cells(*kept, run) == expected);
}

RC_GTEST_PROP(OnGrid, Float64InAnyLayoutAndChunks, ()) { every_layout<double>(); }
RC_GTEST_PROP(OnGrid, Float32InAnyLayoutAndChunks, ()) { every_layout<float>(); }
RC_GTEST_PROP(OnGrid, Int64InAnyLayoutAndChunks, ()) { every_layout<std::int64_t>(); }
RC_GTEST_PROP(OnGrid, Int32InAnyLayoutAndChunks, ()) { every_layout<std::int32_t>(); }
RC_GTEST_PROP(OnGrid, Int8InAnyLayoutAndChunks, ()) { every_layout<std::int8_t>(); }
RC_GTEST_PROP(OnGrid, Unsigned16InAnyLayoutAndChunks, ()) { every_layout<std::uint16_t>(); }

// Columns that lie apart, with bitmaps that begin anywhere.
struct Apart {
  std::vector<double> doubles;
  std::vector<std::uint64_t> wholes;
  std::vector<std::uint8_t> present;
  std::vector<Column> parts;
};

TEST(OnGrid, ColumnsThatLieApartArePlacedAndGapsAreFilled) {
  const auto owner = std::make_shared<Apart>();
  owner->doubles = {1, 2, 3, 4};
  owner->wholes = {~std::uint64_t{0}, 7, 8, 9};
  owner->present = {0b01101000}; // from bit 3 on: there, gap, there, there
  owner->parts = {{owner->doubles.data(), owner->present.data(), 3}, {owner->wholes.data()}};
  const Table table = Table::of(names(2), ColumnRows{owner->parts, 0, 4}, owner).value();
  EXPECT_EQ(placed_cells(table, Grid::of(0, 100).value()), (Cells{1, 100, 0, 7, 3, 8, 4, 9}));
  EXPECT_EQ(placed_cells(InChunks::of(table, {1, 2}), Grid::of(0, 100).value()),
            (Cells{1, 100, 0, 7, 3, 8, 4, 9}));
}

TEST(OnGrid, SparseRowsStaySparseAndKeepTheirCells) {
  const auto starts = std::make_shared<std::vector<std::uint64_t>>(std::vector<std::uint64_t>{0, 2, 2, 3});
  static const std::uint32_t places[] = {0, 3, 1};
  static const double values[] = {2.0, gap, -9.0};
  const Grid grid = Grid::of(0, 5).value();
  for (const bool with_values : {true, false}) {
    const SparseRows view{*starts, places,
                          with_values ? std::span<const double>(values) : std::span<const double>(), 4};
    const Table table = Table::of(names(4), view, starts).value();
    const Cells expected =
        with_values ? Cells{2, 0, 0, 0, 0, 0, 0, 0, 0, -5, 0, 0} : Cells{1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0};
    EXPECT_TRUE(on_grid(table, grid).value()->sparse());
    EXPECT_EQ(placed_cells(table, grid), expected);
    EXPECT_EQ(placed_cells(InChunks::of(table, {2}), grid), expected);
    const auto kept = KeepRows::all(*on_grid(table, grid).value(), {}).value();
    EXPECT_TRUE(kept->sparse());
    EXPECT_EQ(opened_cells(*kept), expected);
  }
}

// People: the mean of the cells that are there, each placed first.
struct Visits {
  std::vector<double> cells;
  std::vector<std::uint64_t> people;
};

Table visits(std::size_t columns, std::size_t people, Visits data) {
  const auto owner = std::make_shared<Visits>(std::move(data));
  const Chunk chunk{DenseRows<double>(owner->cells.data(), owner->people.size(), columns), owner->people};
  return Table::from(names(columns), owner->people.size(),
                     std::make_shared<KeptRows>(std::vector<Chunk>{chunk}, owner), people)
      .value();
}

TEST(OnGrid, APersonIsTheMeanOfTheirCells) {
  const Table table = visits(2, 3, {{1, 10, 5, gap, 2, 11, 1000, gap, -2, 4, -3, 4}, {0, 1, 0, 1, 2, 2}});
  EXPECT_EQ(placed_cells(table, Grid::of(0, 100).value()), (Cells{2, 11, 53, 0, -3, 4}));
}

TEST(OnGrid, GapsMayComeAfterAllNumbers) {
  const Table table = visits(2, 3, {{1, 10, gap, gap, 2, 11, gap, gap, -2, 400, -3, 4}, {0, 1, 0, 1, 2, 2}});
  for (const Grid &grid : {Grid::of(0, 100).value(), Grid::of(0, std::int64_t{1} << 40).value()}) {
    const Grid on_top = grid.with_gaps_on_top();
    const std::int64_t top = grid.bound(), far = std::min<std::int64_t>(top, 400);
    EXPECT_FALSE(grid == on_top);
    EXPECT_EQ(placed_cells(table, grid), (Cells{2, 11, 0, 0, -3, (far + 5) / 2}));
    EXPECT_EQ(placed_cells(table, on_top), (Cells{2, 11, top, top, -3, (far + 5) / 2}));
    const Table rows = Table::dense({"a", "b"}, {1, gap, -gap, -500, 3, 7}).value();
    EXPECT_EQ(placed_cells(rows, on_top), (Cells{1, top, top, std::max<std::int64_t>(-top, -500), 3, 7}));
  }
  const std::vector<double> column = {1, 77, -3};
  const std::uint8_t there = 0b101;
  const std::vector<Column> parts = {{column.data(), &there, 0}};
  const Table apart = Table::of(names(1), ColumnRows{parts, 0, 3}, std::shared_ptr<const void>()).value();
  EXPECT_EQ(placed_cells(apart, Grid::of(-1, 50).value().with_gaps_on_top()), (Cells{2, 50, -6}));
}

// The same visits as columns that lie apart, gaps by bitmap or as NaN.
struct VisitsApart {
  std::vector<std::vector<double>> columns;
  std::vector<std::vector<std::uint8_t>> present;
  std::vector<Column> parts;
  std::vector<std::uint64_t> people;
};

Table visits_apart(std::size_t columns, std::size_t people, const Visits &data) {
  const auto owner = std::make_shared<VisitsApart>();
  const std::size_t rows = data.people.size();
  owner->people = data.people;
  owner->columns.resize(columns);
  owner->present.assign(columns, std::vector<std::uint8_t>((rows + 3) / 8 + 1));
  for (std::size_t j = 0; j < columns; ++j)
    for (std::size_t row = 0; row < rows; ++row) {
      const double cell = data.cells[row * columns + j];
      const bool by_bitmap = std::isnan(cell) && row % 2 == 0;
      owner->columns[j].push_back(by_bitmap ? 77.0 : cell);
      if (!by_bitmap) owner->present[j][(row + 3) / 8] |= static_cast<std::uint8_t>(1U << ((row + 3) % 8));
    }
  for (std::size_t j = 0; j < columns; ++j)
    owner->parts.push_back({owner->columns[j].data(), owner->present[j].data(), 3});
  std::vector<Chunk> chunks; // two, so that the second begins in the middle of the columns
  const std::span<const std::uint64_t> whose = owner->people;
  chunks.push_back({ColumnRows{owner->parts, 0, rows / 2}, whose.first(rows / 2)});
  chunks.push_back({ColumnRows{owner->parts, rows / 2, rows}, whose.subspan(rows / 2)});
  return Table::from(names(columns), rows, std::make_shared<KeptRows>(chunks, owner), people).value();
}

// Halves go away from zero, as everywhere on the grid: 3/2 and -3/2.
TEST(OnGrid, MeansOfAPersonAreRoundedToTheNearestStep) {
  const Table table = visits(1, 3, {{1, 2, -1, -2, 1, 1, 2}, {0, 0, 1, 1, 2, 2, 2}});
  EXPECT_EQ(placed_cells(table, Grid::of(0, 100).value()), (Cells{2, -2, 1}));
}

RC_GTEST_PROP(OnGrid, PeopleAreTheNaiveMeansForAnyGridAndChunks, ()) {
  const auto rows = *rc::gen::inRange<std::size_t>(1, 40), columns = *rc::gen::inRange<std::size_t>(1, 4);
  const auto people = *rc::gen::inRange<std::size_t>(1, 6);
  Visits data;
  for (std::size_t i = 0; i < rows * columns; ++i)
    data.cells.push_back(*rc::gen::inRange(0, 5) == 0 ? gap : *rc::gen::arbitrary<double>());
  for (std::size_t i = 0; i < rows; ++i) data.people.push_back(*rc::gen::inRange<std::uint64_t>(0, people));
  const Grid grid = *rc::gen::element(
      Grid::of(0, 7).value(), Grid::of(-3, Grid::largest_narrow_bound).value(),
      Grid::of(-3, Grid::largest_narrow_bound + 1).value(), Grid::of(-20, std::int64_t{1} << 50).value(),
      Grid::of(-50, Grid::largest_bound).value());
  Cells expected;
  for (std::size_t person = 0; person < people; ++person)
    for (std::size_t column = 0; column < columns; ++column) {
      Rational sum = 0, count = 0;
      for (std::size_t row = 0; row < rows; ++row)
        if (const double cell = data.cells[row * columns + column];
            data.people[row] == person && !std::isnan(cell)) {
          sum += Rational(to_integer(Int128{grid.place(cell)}));
          count += 1;
        }
      const Rational mean = count == 0 ? Rational(0) : Rational(sum / count);
      const Integer nearest = floor(abs(mean) + Rational(1, 2));
      expected.push_back(mean < 0 ? -nearest.get_si() : nearest.get_si());
    }
  const auto lengths =
      *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(1, rows + 1));
  const Table table = visits(columns, people, data);
  RC_ASSERT(placed_cells(table, grid) == expected);
  RC_ASSERT(placed_cells(InChunks::of(table, lengths), grid) == expected);
  RC_ASSERT(placed_cells(visits_apart(columns, people, data), grid) == expected);
  RC_ASSERT(on_grid(table, grid).value()->rows() == people);
  RC_ASSERT(!on_grid(table, grid).value()->in_public_order());
}

TEST(OnGrid, ProgressRisesToTheEndAndMayStopTheWork) {
  const Table table = Table::dense(names(1), std::vector<double>(1'000'000, 1.0)).value();
  const auto rows = on_grid(table, Grid::of(0, 1).value()).value();
  std::uint64_t last = 0;
  bool rises = true;
  const RunOptions listening{.threads = 3, .progress = [&](std::uint64_t done, std::uint64_t all) {
                               rises = rises && done >= last && all == 1'000'000;
                               last = done;
                               return true;
                             }};
  EXPECT_EQ(opened_cells(*rows, listening).size(), 1'000'000U);
  EXPECT_TRUE(rises);
  EXPECT_EQ(last, 1'000'000U);
  const RunOptions stopping{.threads = 2, .progress = [](std::uint64_t, std::uint64_t) { return false; }};
  const auto failed = rows->pass(RawKeyForTests::make(), stopping, [](GridRows::Where, const AnyBlock &) {});
  ASSERT_TRUE(failed);
  EXPECT_EQ(failed->kind, ErrorKind::failure);
}

// Whoever says stop gets no answer, however the rows are served.
TEST(OnGrid, AStoppedPassIsAnErrorAndNotAnAnswer) {
  const Table table = Table::dense(names(1), std::vector<double>(1000, 1.0)).value();
  const Grid grid = Grid::of(0, 1).value();
  const RunOptions stopping{.progress = [](std::uint64_t, std::uint64_t) { return false; }};
  const auto kept = KeepRows::all(*on_grid(table, grid).value(), {}).value();
  EXPECT_TRUE(kept->pass(RawKeyForTests::make(), stopping, [](GridRows::Where, const AnyBlock &) {}));
  EXPECT_FALSE(KeepRows::all(*on_grid(table, grid).value(), stopping));
  EXPECT_FALSE(on_grid(visits(1, 2, {{1, 2, 3}, {0, 1, 0}}), grid, stopping));
}

TEST(OnGrid, RowsOfNobodyAndUnitsForgottenAreBugs) {
  const Grid grid = Grid::of(0, 9).value();
  EXPECT_THROW((void)on_grid(visits(1, 2, {{1, 2, 3}, {0, 1, 2}}), grid),
               std::logic_error); // person 2 of two
  EXPECT_THROW(TableOnGrid(visits(1, 2, {{1, 2, 3}, {0, 1, 0}}), grid), std::logic_error);
}

TEST(OnGrid, KeptCellsBeyondTheBoundAreABug) {
  using Narrow = KeptGridRows<std::int32_t>;
  const auto keep = [](std::int32_t cell) {
    Narrow::Cells cells;
    cells.values = {cell};
    return Narrow(1, 1, 5, cells).rows();
  };
  EXPECT_THROW(keep(6), std::logic_error);
  EXPECT_THROW(keep(-6), std::logic_error);
  EXPECT_EQ(keep(-5), 1U);
  KeptGridRows<std::int64_t>::Cells wide;
  wide.values = {5};
  EXPECT_THROW(KeptGridRows<std::int64_t>(1, 1, 5, wide), std::logic_error); // would fit 32 bits
}

// A file that grew or shrank meanwhile is noticed.
TEST(OnGrid, AnotherNumberOfRowsThanPromisedIsAnError) {
  const Table table = Table::dense(names(1), {1.0, 2.0, 3.0}).value();
  const Table lying =
      Table::from(names(1), 4, std::make_shared<InChunks>(table, std::vector<std::size_t>{1})).value();
  const auto failed = on_grid(lying, Grid::of(0, 5).value())
                          .value()
                          ->pass(RawKeyForTests::make(), {}, [](GridRows::Where, const AnyBlock &) {});
  ASSERT_TRUE(failed);
  EXPECT_EQ(failed->kind, ErrorKind::failure);
  const auto three_visits =
      std::make_shared<InChunks>(visits(1, 2, {{1, 2, 3}, {0, 1, 0}}), std::vector<std::size_t>{1});
  const Table people = Table::from(names(1), 4, three_visits, 2).value();
  EXPECT_EQ(on_grid(people, Grid::of(0, 5).value()).error().kind, ErrorKind::failure);
}

} // namespace on_grid_test
} // namespace poise::internal
