// Answers about rows of doubles, each against a plain loop: in every cut, by any number of threads; and
// what one row moves, on all neighbours of small tables.
#include "aggregate/opened_counts.h"
#include "aggregate/people_tables.h"
#include "poise/aggregate/people/exact_products.h"
#include "poise/aggregate/people/mapped_norms.h"
#include "poise/aggregate/people/present_counts.h"
#include "poise/aggregate/people/rung_counts.h"
#include "poise/aggregate/people/shell_sums.h"
#include "poise/aggregate/people/sorted_cells.h"
#include "poise/random/seeded_bits.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace poise::internal {
namespace people_answers_test {

constexpr double infinite = std::numeric_limits<double>::infinity();

RowMap map_of(std::size_t columns) {
  RowMap map;
  for (std::size_t j = 0; j < columns; ++j) {
    map.centre.push_back(0.25 * static_cast<double>(j));
    map.gain.push_back(j % 3 == 0 ? 1 : 0.5);
  }
  return map;
}

std::vector<double> row_of(const RowMap &map, const std::vector<double> &cells, std::size_t row) {
  std::vector<double> y;
  for (std::size_t j = 0; j < map.columns(); ++j) {
    const double cell = (cells[row * map.columns() + j] - map.centre[j]) * map.gain[j];
    y.push_back(std::isnan(cell) ? 0 : std::clamp(cell, -0x1p100, 0x1p100));
  }
  return y;
}

double norm_of(const std::vector<double> &y) {
  double sum = 0;
  for (const double cell : y) sum += cell * cell;
  return std::sqrt(sum);
}

TEST(MappedNorms, CountRowsUpToEachRadius) {
  SeededBits bits(1);
  const std::vector<double> radii = {0, 1e-3, 1, 1.5, 2, 4, 5, 6, 7, 8, 20, 1e10, 1e40};
  for (const std::size_t columns : {1U, 3U, 20U}) {
    const auto cells = any_cells(columns * 70, bits);
    const RowMap map = map_of(columns);
    std::vector<std::uint64_t> expected;
    for (const double radius : radii) {
      expected.push_back(0);
      for (std::size_t row = 0; row < 70; ++row)
        expected.back() += norm_of(row_of(map, cells, row)) <= radius;
    }
    EXPECT_LT(expected.front(), expected.back()); // something to tell apart
    for (const auto &[rows, run] : every_cut(columns, cells)) {
      const ExactCounts counts = MappedNorms::of(rows, map, radii, run).value();
      EXPECT_EQ(opened(counts), expected);
      EXPECT_TRUE(counts.nested());
      EXPECT_EQ(counts.rows(), 70U);
      EXPECT_EQ(counts.moved_by_one_row(), 1U);
    }
  }
}

TEST(MappedNorms, EveryRadiusIsItsOwnEdge) {
  std::vector<double> radii, cells;
  for (int k = -200; k <= 200; ++k) radii.push_back(std::exp2(k / 4.0));
  for (const double radius : radii) {
    cells.push_back(radius);
    cells.push_back(-std::nextafter(radius, infinite));
  }
  const RowMap same{.centre = {0}, .gain = {1}};
  const auto counts = opened(MappedNorms::of(people_of(1, cells), same, radii).value());
  for (std::size_t i = 0; i < radii.size(); ++i) // squares of neighbouring doubles may be one double
    EXPECT_LE(counts[i] - (2 * i + 1), 1U) << i;
  const std::vector<double> falling = {2, 1};
  EXPECT_THROW((void)MappedNorms::of(people_of(1, cells), same, falling), std::logic_error);
}

TEST(RungCounts, CountCellsOfAColumnOrOneOfEveryRow) {
  SeededBits bits(2);
  for (const std::size_t columns : {1U, 3U, 20U}) {
    const auto cells = any_cells(columns * 70, bits);
    for (const double centre : {0.0, 1.0}) {
      std::vector<std::uint64_t> column(RungCounts::rungs), pooled(RungCounts::rungs);
      const auto place = [&](double cell) {
        return static_cast<std::size_t>(rung_of(cell - centre) - Rungs::lowest);
      };
      for (std::size_t row = 0; row < 70; ++row) {
        const double last = cells[row * columns + columns - 1], turn = cells[row * columns + row % columns];
        if (!std::isnan(last)) ++column[place(last)];
        if (!std::isnan(turn)) ++pooled[place(turn)];
      }
      std::vector<std::uint64_t> up_to(pooled);
      for (std::size_t i = 1; i < up_to.size(); ++i) up_to[i] += up_to[i - 1];
      for (const auto &[rows, run] : every_cut(columns, cells)) {
        using enum RungCounts::Kind;
        const ExactCounts one = RungCounts::of_column(rows, columns - 1, single, centre, run).value();
        EXPECT_EQ(opened(one), column);
        EXPECT_FALSE(one.nested());
        EXPECT_EQ(opened(RungCounts::pooled(rows, single, centre, run).value()), pooled);
        const ExactCounts nested = RungCounts::pooled(rows, cumulative, centre, run).value();
        EXPECT_EQ(opened(nested), up_to);
        EXPECT_TRUE(nested.nested());
        EXPECT_EQ(nested.moved_by_one_row(), 1U);
      }
    }
  }
}

TEST(SortedCells, AreWholeStepsInOrder) {
  SeededBits bits(3);
  for (const std::size_t columns : {1U, 3U})
    for (const int exponent : {-1074, -60, -3, 0, 5, 900}) {
      const auto cells = any_cells(columns * 70, bits);
      std::vector<std::int64_t> column, pooled;
      const auto place = [&](double cell) {
        const double most = static_cast<double>(SortedCells::furthest);
        return static_cast<std::int64_t>(std::clamp(std::floor(std::ldexp(cell, -exponent)), -most, most));
      };
      for (std::size_t row = 0; row < 70; ++row) {
        const double first = cells[row * columns], turn = cells[row * columns + row % columns];
        if (!std::isnan(first)) column.push_back(place(first));
        if (!std::isnan(turn)) pooled.push_back(place(turn));
      }
      std::ranges::sort(column);
      std::ranges::sort(pooled);
      for (const auto &[rows, run] : every_cut(columns, cells)) {
        const auto key = ReleaseKeyForTests::make();
        const auto values = [&](const SortedCells &sorted) {
          return std::vector<std::int64_t>(sorted.values(key).begin(), sorted.values(key).end());
        };
        EXPECT_EQ(values(SortedCells::of_column(rows, 0, exponent, run).value()), column);
        EXPECT_EQ(values(SortedCells::pooled(rows, exponent, run).value()), pooled);
      }
    }
}

TEST(PresentCounts, CountCellsThatAreThere) {
  SeededBits bits(6);
  for (const std::size_t columns : {1U, 3U, 20U}) {
    const auto cells = any_cells(columns * 70, bits);
    std::vector<Int128> expected(columns);
    for (std::size_t i = 0; i < cells.size(); ++i) expected[i % columns] += !std::isnan(cells[i]);
    for (const auto &[rows, run] : every_cut(columns, cells)) {
      const ExactSum counts = PresentCounts::of(rows, run).value();
      EXPECT_EQ(opened(counts), expected);
      EXPECT_EQ(counts.rows(), 70U);
      EXPECT_EQ(counts.squared_sensitivity(), Integer(columns)); // all cells of a row there, or none
    }
  }
}

TEST(ShellSums, AreTheRowsBetweenRadii) {
  SeededBits bits(4);
  const std::vector<double> radii = {1, 3, 3.5, 9};
  for (const std::size_t columns : {1U, 3U, 20U}) {
    const auto cells = any_cells(columns * 70, bits);
    const RowMap map = map_of(columns);
    std::vector<std::vector<double>> expected(radii.size(), std::vector<double>(columns));
    for (std::size_t row = 0; row < 70; ++row) {
      const auto y = row_of(map, cells, row);
      const double norm = norm_of(y);
      double from = 0;
      for (std::size_t k = 0; k < radii.size(); from = radii[k++])
        for (std::size_t j = 0; j < columns && norm > from; ++j)
          expected[k][j] += y[j] * (std::min(norm, radii[k]) - from) / norm;
    }
    std::optional<std::vector<Int128>> first;
    for (const auto &[rows, run] : every_cut(columns, cells)) {
      const ShellSums sums = ShellSums::of(rows, map, radii, run).value();
      ASSERT_EQ(sums.parts(), radii.size());
      std::vector<double> up_to(columns);
      for (std::size_t k = 0; k < radii.size(); ++k) {
        const auto part = opened(sums.part(k)), together = opened(sums.up_to(k));
        for (std::size_t j = 0; j < columns; ++j) {
          up_to[j] += expected[k][j];
          EXPECT_NEAR(static_cast<double>(part[j]) * sums.step(), expected[k][j], 1e-5);
          EXPECT_NEAR(static_cast<double>(together[j]) * sums.step(), up_to[j], 1e-5);
        }
      }
      const auto all = opened(sums.up_to(3));
      if (!first) first = all;
      EXPECT_EQ(all, *first); // to the last bit, in every cut
    }
  }
}

// All pairs of rows of a small table: replacing one for the other moves no sum further than is said, and
// nearly as far.
TEST(ShellSums, ReplacingARowMovesThemNoFurtherThanIsSaid) {
  std::vector<std::vector<double>> candidates;
  const double extremes[] = {-infinite, -5, -1, 0, 0.5, 2, 1e200, a_gap};
  for (const double a : extremes)
    for (const double b : extremes) candidates.push_back({a, b});
  const std::vector<double> radii = {1, 1.5, 4};
  for (const bool squares : {false, true}) {
    RowMap map{.centre = {0, 0}, .gain = {1, 1}, .squares = squares};
    if (squares) map.most = 64;
    std::vector<ShellSums> sums;
    for (const auto &row : candidates) {
      std::vector<double> cells = {0.5, 0.25};
      cells.insert(cells.end(), row.begin(), row.end());
      sums.push_back(ShellSums::of(people_of(2, cells), map, radii).value());
    }
    const auto furthest = [&](const auto &sum_of) {
      Integer most = 0;
      for (const ShellSums &a : sums)
        for (const ShellSums &b : sums) {
          const auto from = opened(sum_of(a)), to = opened(sum_of(b));
          Integer squared = 0;
          for (std::size_t j = 0; j < 2; ++j)
            squared += to_integer(from[j] - to[j]) * to_integer(from[j] - to[j]);
          most = std::max(most, squared);
        }
      return most;
    };
    for (std::size_t k = 0; k < radii.size(); ++k) {
      const auto part = [&](const ShellSums &of) { return of.part(k); };
      const auto up_to = [&](const ShellSums &of) { return of.up_to(k); };
      for (const auto &[moved, said] : {std::pair(furthest(part), part(sums[0]).squared_sensitivity()),
                                        std::pair(furthest(up_to), up_to(sums[0]).squared_sensitivity())}) {
        EXPECT_LE(moved, said);
        EXPECT_GT(moved * 1001, said * 1000);
      }
    }
  }
}

TEST(ShellSums, RadiiHaveToRise) {
  const PeopleRows rows = people_of(1, {1, 2});
  const RowMap same{.centre = {0}, .gain = {1}};
  for (const std::vector<double> &radii : {std::vector<double>{}, {0}, {1, 1}, {2, 1}, {infinite}, {a_gap}})
    EXPECT_THROW((void)ShellSums::of(rows, same, radii), std::logic_error);
}

TEST(ExactProducts, AreSumsOfProductsOfClippedRows) {
  SeededBits bits(5);
  for (const std::size_t columns : {1U, 3U, 20U}) {
    const auto cells = any_cells(columns * 700, bits); // more rows than are multiplied at once
    const RowMap map = map_of(columns);
    std::vector<double> expected(columns * columns);
    for (std::size_t row = 0; row < 700; ++row) {
      const auto y = row_of(map, cells, row);
      const double factor = std::min(1.0, 3 / norm_of(y));
      for (std::size_t i = 0; i < columns; ++i)
        for (std::size_t j = 0; j < columns && norm_of(y) > 0; ++j)
          expected[i * columns + j] += y[i] * y[j] * factor * factor;
    }
    std::optional<std::vector<std::int64_t>> first;
    for (const auto &[rows, run] : every_cut(columns, cells)) {
      const ExactProducts products = ExactProducts::of(rows, map, 3, run).value();
      const auto values = products.values(ReleaseKeyForTests::make());
      for (std::size_t i = 0; i < values.size(); ++i)
        EXPECT_NEAR(static_cast<double>(values[i]) * products.step() * products.step(), expected[i], 0.2);
      if (!first) first = values;
      EXPECT_EQ(values, *first);
    }
  }
}

TEST(ExactProducts, ReplacingARowMovesThemNoFurtherThanIsSaid) {
  std::vector<ExactProducts> all;
  const double extremes[] = {-infinite, -2, -1, 0, 0.5, 1e200, a_gap};
  for (const double a : extremes)
    for (const double b : extremes)
      all.push_back(
          ExactProducts::of(people_of(2, {0.5, 0.25, a, b}), {.centre = {0, 0}, .gain = {1, 1}}, 1.7)
              .value());
  Integer most = 0;
  for (const ExactProducts &from : all)
    for (const ExactProducts &to : all) {
      const auto key = ReleaseKeyForTests::make();
      Integer squared = 0;
      for (std::size_t i = 0; i < 4; ++i) {
        const Integer moved = to_integer(Int128{from.values(key)[i]}) - to_integer(Int128{to.values(key)[i]});
        squared += moved * moved;
      }
      most = std::max(most, squared);
    }
  EXPECT_LE(most, all[0].squared_sensitivity());
  EXPECT_GT(most * 1001, all[0].squared_sensitivity() * 1000);
}

} // namespace people_answers_test
} // namespace poise::internal
