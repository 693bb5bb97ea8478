// Rows through a map and between two radii: the same bits for every instruction set, close to the definition,
// and integer rows that are never too long, whatever the cells are.
#include "poise/aggregate/kernel/map_rows.h"

#include "aggregate/every_target.h"
#include "aggregate/people_tables.h"
#include "poise/base/exact.h"
#include "poise/random/seeded_bits.h"

#include <gtest/gtest.h>

namespace poise::internal {
namespace map_rows_test {

struct Mapped {
  std::vector<double> rows, norms;
};

Mapped mapped_of(const RowMap &map, const std::vector<double> &cells) {
  const PaddedMap ready(map);
  const std::size_t count = cells.size() / map.columns();
  Mapped result{std::vector<double>(count * ready.width()), std::vector<double>(count)};
  map_rows(ready, cells, result.rows.data(), result.norms.data());
  return result;
}

double unit_of(Bits &bits) { return static_cast<double>(bits.word() >> 11) / 0x1p53; }

RowMap any_map(std::size_t columns, std::size_t directions, Bits &bits) {
  RowMap map;
  for (std::size_t j = 0; j < columns; ++j) {
    map.centre.push_back(unit_of(bits) * 4 - 2);
    map.gain.push_back(unit_of(bits) * 3);
  }
  if (bits.word() % 2 == 0)
    for (std::size_t j = 0; j < columns; ++j) map.fill.push_back(unit_of(bits) * 0.1);
  if (bits.word() % 2 == 0)
    for (std::size_t j = 0; j < columns; ++j)
      map.reach.push_back(j % 3 == 0 ? std::numeric_limits<double>::infinity() : unit_of(bits) * 10 + 0.1);
  for (std::size_t i = 0; i < directions * columns; ++i) {
    map.along.push_back(unit_of(bits) - 0.5);
    map.into.push_back(unit_of(bits) - 0.5);
  }
  return map;
}

// As row_map.h says, in long doubles.
std::vector<long double> by_definition(const RowMap &map, const double *cells) {
  std::vector<long double> y;
  for (std::size_t j = 0; j < map.columns(); ++j) {
    const long double reach = std::min(map.reach.empty() ? 0x1p100 : map.reach[j], 0x1p100);
    const double moved = (cells[j] - map.centre[j]) * map.gain[j];
    long double cell = std::isnan(moved) ? (map.fill.empty() ? 0.0L : map.fill[j])
                                         : std::clamp<long double>(moved, -reach, reach);
    if (map.squares) cell = std::min<long double>(cell * cell, map.most);
    y.push_back(cell);
  }
  std::vector<long double> turned = y;
  for (std::size_t k = 0; k < map.directions(); ++k) {
    long double t = 0;
    for (std::size_t j = 0; j < y.size(); ++j) t += y[j] * map.along[k * y.size() + j];
    for (std::size_t j = 0; j < y.size(); ++j) turned[j] += t * map.into[k * y.size() + j];
  }
  return turned;
}

long double norm_of(const std::vector<long double> &y) {
  long double sum = 0;
  for (const long double cell : y) sum += cell * cell;
  return std::sqrt(sum);
}

TEST(MapRows, AreWhereTheDefinitionTakesThem) {
  SeededBits bits(1);
  for (const std::size_t columns : {1U, 2U, 7U, 8U, 9U, 33U, 100U})
    for (const std::size_t directions : {0U, 1U, 3U})
      for (const bool squares : {false, true}) {
        if (squares && directions > 0) continue;
        RowMap map = any_map(columns, directions, bits);
        map.squares = squares;
        if (squares) map.most = 64;
        const auto cells = any_cells(columns * 40, bits);
        const Mapped mapped = mapped_of(map, cells);
        for (std::size_t i = 0; i < 40; ++i) {
          const auto y = by_definition(map, cells.data() + i * columns);
          long double reach = 0; // of all terms a cell is made of
          for (std::size_t j = 0; j < columns; ++j) reach = std::max(reach, std::fabs(y[j]));
          for (std::size_t j = 0; j < columns; ++j) {
            const RowMap plain{
                .centre = map.centre, .gain = map.gain, .squares = map.squares, .most = map.most};
            reach = std::max(reach, std::fabs(by_definition(plain, cells.data() + i * columns)[j]) *
                                        static_cast<long double>(columns));
          }
          for (std::size_t j = 0; j < columns; ++j)
            ASSERT_NEAR(mapped.rows[i * padded(columns) + j], static_cast<double>(y[j]),
                        static_cast<double>(reach * 1e-14L));
          for (std::size_t j = columns; j < padded(columns); ++j)
            ASSERT_EQ(mapped.rows[i * padded(columns) + j], 0);
          ASSERT_NEAR(std::sqrt(mapped.norms[i]), static_cast<double>(norm_of(y)),
                      static_cast<double>(reach * 1e-13L));
        }
      }
}

TEST(MapRows, TheSameBitsForEveryInstructionSet) {
  SeededBits bits(2);
  for (const std::size_t columns : {1U, 5U, 8U, 31U, 64U, 77U}) {
    const RowMap map = any_map(columns, columns % 4, bits);
    const auto cells = any_cells(columns * 60, bits);
    const Mapped first = mapped_of(map, cells);
    const Shell shell{0.5, 6, 0x1p30, std::int64_t{6} << 30};
    std::vector<std::int64_t> sums(padded(columns));
    add_shell(shell, first.rows.data(), first.norms.data(), 60, padded(columns), sums.data());
    on_every_target([&] {
      const Mapped here = mapped_of(map, cells);
      ASSERT_EQ(here.rows, first.rows);
      ASSERT_EQ(here.norms, first.norms);
      std::vector<std::int64_t> again(padded(columns));
      add_shell(shell, here.rows.data(), here.norms.data(), 60, padded(columns), again.data());
      ASSERT_EQ(again, sums);
    });
  }
}

// One row alone: its integers, exactly squared.
Integer squared_length(const std::vector<std::int64_t> &row) {
  Integer sum = 0;
  for (const std::int64_t cell : row) sum += to_integer(Int128{cell}) * to_integer(Int128{cell});
  return sum;
}

TEST(AddShell, NoRowIsEverLongerThanWasSaid) {
  SeededBits bits(3);
  const auto check = [](const Shell &shell, const std::vector<double> &row, double squared_norm) {
    std::vector<std::int64_t> sums(row.size());
    add_shell(shell, row.data(), &squared_norm, 1, row.size(), sums.data());
    const Integer longest = to_integer(Int128{shell.longest});
    ASSERT_LE(squared_length(sums), longest * longest);
  };
  for (int turn = 0; turn < 4000; ++turn) {
    const std::size_t width = padded(1 + bits.word() % 70);
    std::vector<double> row(width);
    double norm = 0;
    for (double &cell : row) {
      cell = std::ldexp(unit_of(bits) - 0.5, static_cast<int>(bits.word() % 40) - 20);
      norm += cell * cell;
    }
    const double from = turn % 3 == 0 ? 0 : unit_of(bits);
    const double to = from + std::ldexp(unit_of(bits) + 0.01, static_cast<int>(bits.word() % 20) - 10);
    const auto longest = static_cast<std::int64_t>(bits.word() >> (14 + bits.word() % 48)) + 1;
    const double scale = std::exp2(std::floor(std::log2(static_cast<double>(longest) / (to - from))));
    check({from, to, scale, longest}, row, norm);
    // Norms that are wrong, rows that are not numbers: nothing a row does may break the bound.
    check({from, to, scale, longest}, row, norm / 1e6);
    check({from, to, scale * 1e6, longest}, row, norm);
    row[0] = turn % 2 == 0 ? a_gap : std::numeric_limits<double>::infinity();
    check({from, to, scale, longest}, row, norm);
    check({from, to, scale, longest}, row, a_gap);
    check({from, to, scale, longest}, row, std::numeric_limits<double>::infinity());
  }
  for (const double cell : {1.0, -1.0, 0x1p100, 0x1p-300, 3.0}) // all in one cell, or the same in all
    for (const std::size_t width : {8U, 64U, 1024U})
      for (const bool all : {false, true}) {
        std::vector<double> row(width, all ? cell : 0.0);
        row[0] = cell;
        const double norm = cell * cell * (all ? static_cast<double>(width) : 1);
        for (int power = 0; power <= 50; ++power) {
          const auto longest = std::int64_t{1} << power;
          check({0, std::sqrt(norm), std::exp2(std::floor(power - std::log2(std::sqrt(norm)))), longest}, row,
                norm);
        }
      }
}

TEST(AddShell, IsWhatARowHasBetweenTheRadiiUpToAStep) {
  SeededBits bits(4);
  for (int turn = 0; turn < 500; ++turn) {
    const std::size_t columns = 1 + bits.word() % 20, width = padded(columns);
    std::vector<double> row(width);
    double squared = 0;
    for (std::size_t j = 0; j < columns; ++j) {
      row[j] = unit_of(bits) * 4 - 2;
      squared += row[j] * row[j];
    }
    const double from = turn % 2 ? 0 : unit_of(bits) * 4, to = from + unit_of(bits) * 4 + 0.1, scale = 0x1p30;
    std::vector<std::int64_t> sums(width);
    add_shell({from, to, scale, static_cast<std::int64_t>(std::ceil((to - from) * scale))}, row.data(),
              &squared, 1, width, sums.data());
    std::vector<double> clipped(width);
    clip_into({from, to, scale, static_cast<std::int64_t>(std::ceil((to - from) * scale))}, row.data(),
              &squared, 1, width, clipped.data());
    const double norm = std::sqrt(squared);
    const double factor = std::max(0.0, std::min(norm, to) - from) / norm;
    for (std::size_t j = 0; j < width; ++j) {
      ASSERT_NEAR(static_cast<double>(sums[j]) / scale, row[j] * factor, 20 / scale + 0x1p-24);
      ASSERT_EQ(static_cast<double>(sums[j]), clipped[j]);
    }
  }
}

TEST(MapRows, AMapThatDoesNotFitItselfIsABug) {
  EXPECT_THROW(PaddedMap({.centre = {0, 0}, .gain = {1}}), std::logic_error);
  EXPECT_THROW(PaddedMap({.centre = {0, 0}, .gain = {1, 1}, .along = {1, 0}}), std::logic_error);
  EXPECT_THROW(PaddedMap({.centre = {0}, .gain = {1}, .along = {1}, .into = {1}, .squares = true}),
               std::logic_error);
}

} // namespace map_rows_test
} // namespace poise::internal
