// Second moments: equal to their definition however rows are served, and no row moves them further than said.
#include "aggregate/any_rows.h"
#include "aggregate/every_target.h"
#include "aggregate/naive_aggregates.h"
#include "aggregate/opened_sum.h"
#include "poise/aggregate/exact/second_moments.h"
#include "poise/aggregate/transform/shifted_rows.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace poise::internal {
namespace second_moments_test {

using Cells = std::vector<std::int64_t>;
using Triangle = std::vector<Integer>;

Triangle naive_moments(const Cells &cells, std::size_t columns, const Integer &squared_radius) {
  Triangle sums(columns * (columns + 1) / 2);
  for (std::size_t first = 0; first < cells.size(); first += columns) {
    const auto row = naive::clipped(Norm::l2, squared_radius,
                                    std::span<const std::int64_t>(cells).subspan(first, columns));
    std::size_t at = 0;
    for (std::size_t i = 0; i < columns; ++i)
      for (std::size_t j = i; j < columns; ++j) sums[at++] += naive::exactly(row[i]) * naive::exactly(row[j]);
  }
  return sums;
}

Triangle opened_triangle(const ExactSum &sum) {
  Triangle triangle;
  for (const Int128 value : opened(sum)) triangle.push_back(to_integer(value));
  return triangle;
}

std::shared_ptr<const GridRows> people_of(const Cells &cells, std::size_t columns, std::int64_t bound) {
  return exact_rows({columns, cells, Grid::of(0, bound).value()});
}

// Around the norms there are, so that rows lie inside, on the edge and outside; all of them inside or at
// zero.
Integer any_squared_radius(const Cells &cells, std::size_t columns) {
  const auto row = *rc::gen::inRange<std::size_t>(0, cells.size() / columns);
  const Integer norm =
      naive::norm(Norm::l2, std::span<const std::int64_t>(cells).subspan(row * columns, columns));
  switch (*rc::gen::inRange(0, 6)) {
  case 0:
    return norm / 7;
  case 1:
    return norm / 1000;
  case 2:
    return 0;
  case 3:
    return power_of_two(200);
  default:
    return std::max(Integer(0), Integer(norm + *rc::gen::inRange(-1, 2)));
  }
}

RC_GTEST_PROP(SecondMoments, AreThoseOfTheDefinitionOrRefused, ()) {
  const Plain plain = any_plain(any_bound(), 25, 14);
  // Sparse rows around a centre have something elsewhere that is clipped with them.
  const std::int64_t step =
      plain.grid.bound() < Grid::largest_bound ? *rc::gen::element<std::int64_t>(0, 1, -3) : 0;
  const Cells centre(plain.columns, step);
  Cells cells = plain.cells;
  for (std::int64_t &cell : cells) cell -= step;
  const Integer squared_radius = any_squared_radius(cells, plain.columns);
  const Ball ball = Ball::l2(squared_radius);
  const Integer bound = naive::exactly(plain.grid.bound()) + std::abs(step);
  const bool fits =
      std::min(squared_radius, Integer(bound * bound)) * to_integer(std::uint64_t{plain.rows()}) <=
      power_of_two(124);
  const Triangle expected = naive_moments(cells, plain.columns, squared_radius);
  RC_CLASSIFY(!fits, "refused");
  const auto ways = every_way(plain);
  on_every_target([&] {
    for (const Served &way : ways) {
      RC_LOG() << way.how;
      const auto sum = SecondMoments::of(*shifted_rows(way.rows, centre).value(), ball, way.run);
      RC_ASSERT(static_cast<bool>(sum) == fits);
      if (!fits) continue;
      RC_ASSERT(sum->rows() == plain.rows());
      RC_ASSERT(opened_triangle(*sum) == expected);
    }
  });
}

// Sums of 64 bits that are nearly full, just full, and too small for more than a few rows; every width of
// what is left over.
TEST(SecondMoments, TheLargestCellsDoNotOverflow) {
  for (const std::int64_t bound :
       {std::int64_t{1}, std::int64_t{1} << 26, std::int64_t{1} << 28, std::int64_t{1} << 29,
        (std::int64_t{1} << 29) + (std::int64_t{1} << 28), std::int64_t{1} << 30, Grid::largest_narrow_bound,
        Grid::largest_narrow_bound + 1, std::int64_t{1} << 53})
    for (const std::size_t columns : {1U, 2U, 3U, 4U, 5U, 9U, 14U}) {
      Cells cells(300 * columns, bound);
      for (std::size_t i = 0; i < cells.size(); i += 5) cells[i] = -bound;
      for (const Integer &radius :
           {power_of_two(120), Integer(naive::exactly(bound) * naive::exactly(bound))})
        EXPECT_EQ(
            opened_triangle(SecondMoments::of(*people_of(cells, columns, bound), Ball::l2(radius)).value()),
            naive_moments(cells, columns, radius))
            << bound << " " << columns;
    }
}

TEST(SecondMoments, SumsBeyond124BitsAreRefusedFromPublicFactsAlone) {
  const std::int64_t bound = Grid::largest_bound;
  const auto one = people_of({bound}, 1, bound), two = people_of({bound, bound}, 1, bound);
  const auto zeros = people_of({0, 0}, 1, bound), mild = people_of({7, 7}, 1, 7);
  const Ball all = Ball::l2(power_of_two(124)), endless = Ball::l2(power_of_two(300));
  for (const Ball &ball : {all, endless}) {
    EXPECT_EQ(opened_triangle(SecondMoments::of(*one, ball).value()), Triangle{power_of_two(124)});
    EXPECT_EQ(opened_triangle(SecondMoments::of(*mild, ball).value()), Triangle{98});
    for (const auto &rows : {two, zeros}) {
      const auto refused = SecondMoments::of(*rows, ball);
      ASSERT_FALSE(refused);
      EXPECT_EQ(refused.error().kind, ErrorKind::bad_parameter);
      EXPECT_NE(refused.error().wrong.find("outgrow 124 bits"), std::string::npos);
    }
  }
  const Integer half = power_of_two(123);
  EXPECT_EQ(opened_triangle(SecondMoments::of(*two, Ball::l2(half)).value()),
            naive_moments({bound, bound}, 1, half));
  EXPECT_FALSE(SecondMoments::of(*two, Ball::l2(half + 1)));
}

struct Moved {
  Integer l1 = 0, squared = 0;
};
Moved distance(const Triangle &a, const Triangle &b) {
  Moved result;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Integer difference = a[i] - b[i];
    result.l1 += abs(difference);
    result.squared += difference * difference;
  }
  return result;
}

// All rows of a small cube.
std::vector<Cells> all_rows(std::size_t columns, std::int64_t bound) {
  std::vector<Cells> rows = {{}};
  for (std::size_t j = 0; j < columns; ++j) {
    std::vector<Cells> longer;
    for (const Cells &row : rows)
      for (std::int64_t cell = -bound; cell <= bound; ++cell) {
        longer.push_back(row);
        longer.back().push_back(cell);
      }
    rows = std::move(longer);
  }
  return rows;
}

// The furthest that any two neighbouring tables of two rows are apart, checked against what is said.
Moved furthest_neighbours(std::size_t columns, std::int64_t bound, const Integer &squared_radius) {
  const auto rows = all_rows(columns, bound);
  std::vector<Triangle> answers;
  Moved said;
  for (const Cells &first : rows)
    for (const Cells &second : rows) {
      Cells cells = first;
      cells.insert(cells.end(), second.begin(), second.end());
      const auto sum =
          SecondMoments::of(*people_of(cells, columns, bound), Ball::l2(squared_radius), {.threads = 1})
              .value();
      answers.push_back(opened_triangle(sum));
      said = {sum.l1_sensitivity(), sum.squared_sensitivity()};
    }
  Moved furthest;
  for (std::size_t i = 0; i < answers.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      if (i / rows.size() != j / rows.size() && i % rows.size() != j % rows.size()) continue;
      const Moved moved = distance(answers[i], answers[j]);
      furthest = {std::max(furthest.l1, moved.l1), std::max(furthest.squared, moved.squared)};
    }
  EXPECT_LE(furthest.squared, said.squared) << columns << " columns, " << squared_radius;
  EXPECT_LE(furthest.l1, said.l1) << columns << " columns, " << squared_radius;
  return furthest;
}

TEST(SecondMoments, NoNeighboursOfASmallWorldAreFurtherApartThanSaid) {
  for (const int squared_radius : {0, 1, 2, 3, 4, 5, 8, 9, 100}) {
    (void)furthest_neighbours(1, 3, squared_radius);
    (void)furthest_neighbours(2, 2, squared_radius);
  }
  for (const int squared_radius : {1, 2, 3}) (void)furthest_neighbours(3, 1, squared_radius);
}

// Two columns that change places; where the radius is no integer, the grid keeps rows a little inside.
TEST(SecondMoments, WhatIsSaidIsReached) {
  EXPECT_EQ(furthest_neighbours(2, 2, 1).squared, 2);
  EXPECT_EQ(furthest_neighbours(2, 2, 4).squared, 32);
  EXPECT_EQ(furthest_neighbours(3, 1, 1).squared, 2);
  EXPECT_EQ(furthest_neighbours(2, 2, 5).l1, 10); // (2,1) for (1,-2), of 5 sqrt(6)
  for (const Integer &squared_radius : {Integer(1'000'000), Integer(1'001'999), Integer(power_of_two(61))}) {
    const Ball ball = Ball::l2(squared_radius);
    const std::int64_t bound = std::int64_t{1} << 40;
    const auto one = SecondMoments::of(*people_of({bound, 0}, 2, bound), ball).value(),
               other = SecondMoments::of(*people_of({0, -bound}, 2, bound), ball).value();
    const Moved moved = distance(opened_triangle(one), opened_triangle(other));
    EXPECT_EQ(one.squared_sensitivity(), 2 * squared_radius * squared_radius);
    EXPECT_LE(moved.squared, one.squared_sensitivity());
    EXPECT_GE(moved.squared * 1000, one.squared_sensitivity() * 996) << squared_radius;
  }
}

// sqrt(2 * 3) * 5 = 12.2..., sqrt(8 * 9) * 2^70 is no integer either, and with one column sqrt(2) * 7
// = 9.8...
TEST(SecondMoments, SensitivitiesAreRoundedUp) {
  const auto said = [](std::size_t columns, const Integer &squared_radius) {
    return SecondMoments::of(*people_of(Cells(columns, 1), columns, 1), Ball::l2(squared_radius))
        .value()
        .l1_sensitivity();
  };
  EXPECT_EQ(said(1, 7), 10);
  EXPECT_EQ(said(2, 5), 13);
  EXPECT_EQ(said(2, 0), 0);
  const Integer wide = said(8, power_of_two(70)), exact = 72 * power_of_two(140);
  EXPECT_GE(wide * wide, exact);
  EXPECT_LT((wide - 1) * (wide - 1), exact);
}

RC_GTEST_PROP(SecondMoments, ReplacingARowMovesThemNoFurtherThanSaid, ()) {
  const Plain before = any_plain(
      *rc::gen::element<std::int64_t>(1, 100, Grid::largest_narrow_bound, std::int64_t{1} << 53), 12, 8);
  Plain after = before;
  const auto row = *rc::gen::inRange<std::size_t>(0, before.rows());
  const std::int64_t bound = before.grid.bound();
  for (std::size_t j = 0; j < before.columns; ++j) {
    std::int64_t &cell = after.cells[row * before.columns + j];
    cell = *rc::gen::elementOf(Cells{bound, -bound, 0, 1, -cell});
  }
  const Ball ball = Ball::l2(any_squared_radius(before.cells, before.columns));
  const auto a = SecondMoments::of(*people_of(before.cells, before.columns, bound), ball).value(),
             b = SecondMoments::of(*people_of(after.cells, before.columns, bound), ball).value();
  const Moved moved = distance(opened_triangle(a), opened_triangle(b));
  RC_ASSERT(moved.squared <= a.squared_sensitivity());
  RC_ASSERT(moved.l1 <= a.l1_sensitivity());
  RC_ASSERT(a.squared_sensitivity() == b.squared_sensitivity());
  RC_ASSERT(a.l1_sensitivity() == b.l1_sensitivity());
}

// Enough rows for many blocks and threads at once.
TEST(SecondMoments, ManyRowsOnManyThreadsAddUp) {
  const std::size_t rows = 20'000, columns = 6;
  Plain plain{columns, {}, Grid::of(0, 1 << 20).value()};
  for (std::size_t i = 0; i < rows * columns; ++i)
    plain.cells.push_back(i % 3 == 0 ? 0 : static_cast<std::int64_t>(i * 2654435761U % 2000003) - 1000001);
  const Integer squared_radius = Integer(600'000) * 600'000;
  const Triangle expected = naive_moments(plain.cells, columns, squared_radius);
  for (const Table &table :
       {dense_table(plain), sparse_table(plain), InChunks::of(dense_table(plain), {1, 5'000, 7})})
    for (const unsigned threads : {1U, 2U, 3U, 8U})
      for (const std::size_t block_cells : {7U, 1000U, 1U << 16}) {
        const RunOptions run{.threads = threads, .block_cells = block_cells};
        const auto people = on_grid(table, plain.grid).value();
        EXPECT_EQ(opened_triangle(SecondMoments::of(*people, Ball::l2(squared_radius), run).value()),
                  expected);
      }
}

TEST(SecondMoments, AStoppedPassIsAnErrorAndNotAnAnswer) {
  const RunOptions run{.block_cells = 10, .progress = [](std::uint64_t, std::uint64_t) { return false; }};
  EXPECT_FALSE(SecondMoments::of(*people_of(Cells(1000, 1), 1, 9), Ball::l2(5), run));
}

TEST(SecondMoments, QuestionsThatCannotBeAnswered) {
  EXPECT_THROW((void)SecondMoments::of(*people_of({1, 2}, 2, 9), Ball::l1(5)), std::logic_error);
  const std::size_t columns = SecondMoments::most_columns + 1;
  const auto refused = SecondMoments::of(*people_of(Cells(columns, 1), columns, 9), Ball::l2(5));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::bad_parameter);
  EXPECT_EQ(refused.error().wrong, "second moments take at most 8192 columns, got 8193");
}

} // namespace second_moments_test
} // namespace poise::internal
