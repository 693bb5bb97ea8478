// A grid for rows without a bound: what is released loses no more than the grant, the code has the law of its
// definition, and the grid covers and resolves the data wherever they lie.
#include "poise/estimate/search/find_grid.h"

#include "estimate/universal_data.h"
#include "estimate/universal_laws.h"
#include "poise/estimate/search/octave_ladder.h"
#include "poise/privacy/any_receipt.h"
#include "poise/random/system_bits.h"
#include "statistical/goodness_of_fit.h"

#include <bit>
#include <gtest/gtest.h>
#include <numeric>

namespace poise::internal {
namespace find_grid_test {

constexpr GridRequest wish{.beyond = 4, .finer = 6, .most_bits = 40};
constexpr long no_scale = lowest_octave - 1;

using Row = std::pair<double, double>;

Table two_columns(const std::vector<Row> &rows) {
  Numbers cells;
  for (const auto &[a, b] : rows) cells.insert(cells.end(), {a, b});
  return Table::dense({"x", "y"}, cells).value();
}

// What a grid is made of: the two are independent, as the magnitude does not look at the order or the signs.
struct GridLaw {
  QuantileLaw scale, magnitude;
};

// Over all orders of the people and all signs.
GridLaw law_of(const std::vector<Row> &rows, long double scale_rate, long double magnitude_rate) {
  std::vector<std::size_t> order(rows.size());
  std::iota(order.begin(), order.end(), 0U);
  std::map<std::vector<long>, long> pairings;
  long all = 0;
  do {
    for (const double sign : {1.0, -1.0}) {
      std::vector<long> pairs;
      for (std::size_t i = 0; i + 1 < order.size(); i += 2) {
        const auto &[a, b] = rows[order[i]];
        const auto &[c, d] = rows[order[i + 1]];
        pairs.push_back(octave_of(std::fabs((a + sign * b) - (c + sign * d))));
      }
      std::ranges::sort(pairs);
      ++pairings[pairs];
      ++all;
    }
  } while (std::ranges::next_permutation(order).found);
  GridLaw law;
  for (const auto &[pairs, times] : pairings)
    for (const auto &[octave, mass] : octave_law(pairs, static_cast<long>(pairs.size() + 1) / 2, scale_rate))
      law.scale[octave == lowest_octave ? no_scale : octave - 1] +=
          mass * static_cast<long double>(times) / static_cast<long double>(all);
  std::vector<long> largest;
  for (const auto &[a, b] : rows) largest.push_back(octave_of(std::max(std::fabs(a), std::fabs(b))));
  const auto people = static_cast<long>(rows.size());
  law.magnitude = octave_law(largest, people - people / 8, magnitude_rate);
  return law;
}

const std::vector<Row> kinds = {{0, 0}, {0, 1}, {1000, 1}, {1000, -1000}};

// Losses of independent parts add up.
template <class Loss>
long double worst_of(std::size_t people, long double scale_rate, long double magnitude_rate, Loss loss) {
  return worst_loss(
      tables_of(people, {0, 1, 2, 3}),
      [&](const std::vector<long> &which) {
        std::vector<Row> rows;
        for (const long kind : which) rows.push_back(kinds[static_cast<std::size_t>(kind)]);
        return law_of(rows, scale_rate, magnitude_rate);
      },
      [&](const GridLaw &p, const GridLaw &q) {
        return loss(p.scale, q.scale) + loss(p.magnitude, q.magnitude);
      });
}

// A third of the grant and two thirds; the rate is half of epsilon.
TEST(FindGrid, NoPairOfNeighboursLosesMoreThanEpsilonOverAllOrdersAndSigns) {
  for (const std::size_t people : {2U, 3U, 4U})
    EXPECT_LE(worst_of(people, 3.0L / 2, 6.0L / 2, pure_loss), 9 * (1 + 1e-9L)) << people;
  EXPECT_GT(worst_of(2, 1.25L * 7 / 2, 1.25L * 14 / 2, pure_loss),
            21 * 0.75L); // and much less would lose more
  EXPECT_GT(worst_of(2, 1.25L * 7 / 2, 1.25L * 14 / 2, pure_loss),
            1.2L * worst_of(2, 7.0L / 2, 14.0L / 2, pure_loss));
}

TEST(FindGrid, NoPairOfNeighboursLosesMoreThanRhoAtAnyOrder) {
  const long double rho = 1.5L; // the rate is the root of twice its share
  for (const long double alpha : {1.01L, 2.0L, 30.0L})
    EXPECT_LE(
        worst_of(3, 1.0L, std::sqrt(2.0L), [&](const auto &p, const auto &q) { return renyi(p, q, alpha); }),
        alpha * rho * (1 + 1e-9L));
}

// The grid of a scale and a magnitude, once more by hand: as one number.
std::int64_t coded(std::int64_t exponent, int bits) { return 64 * exponent + bits; }
std::int64_t grid_by_hand(long scale, long magnitude) {
  const long reached = magnitude == lowest_octave ? 18 : magnitude;             // nearly all rows 0: none
  const long top = reached + 4;                                                 // beyond
  const long coarsest = top - 40;                                               // most bits
  long step = scale == no_scale ? coarsest : std::max(coarsest, scale - 1 - 6); // two columns, finer
  step = std::clamp<long>(step, -1022, 960);
  return coded(step, static_cast<int>(std::clamp<long>(top - step, 0, 40)));
}
std::int64_t coded(const Grid &grid) {
  return coded(grid.exponent(),
               static_cast<int>(std::bit_width(static_cast<std::uint64_t>(grid.bound()))) - 1);
}

// False alarm at most 1e-6 each (goodness_of_fit.h).
TEST(FindGrid, OutcomesHaveTheLawOfTheDefinition) {
  const std::vector<Row> rows = {{0, 0}, {3, -1}, {1000, 1}, {2, 7}};
  const Table table = two_columns(rows);
  const auto grid_law = [&](long double more) {
    const GridLaw law = law_of(rows, more * 2, more * 4); // a third and two thirds of 12, halved
    QuantileLaw grids;
    for (const auto &[scale, p] : law.scale)
      for (const auto &[magnitude, q] : law.magnitude)
        if (p * q > 1e-9L) grids[grid_by_hand(scale, magnitude)] += p * q;
    return grids;
  };
  SeededBits bits(81);
  const auto drawn = statistical::count(
      1500, [&] { return coded(find_grid(table, wish, pure_grant(12), bits, alone())->grid); });
  const auto misfit = [&](long double more) {
    const auto law = grid_law(more);
    // Number the outcomes, so that there are few of them.
    statistical::Counts places;
    for (const auto &[grid, times] : drawn.by_outcome()) {
      const auto at = law.find(grid);
      const auto place = at == law.end() ? -1 : std::distance(law.begin(), at);
      for (std::uint64_t i = 0; i < times; ++i) places.add(place);
    }
    std::vector<double> masses;
    for (const auto &[grid, mass] : law) masses.push_back(static_cast<double>(mass));
    return statistical::misfit(
        places, [&](std::int64_t i) { return i < 0 ? 0.0 : masses[static_cast<std::size_t>(i)]; }, 0,
        static_cast<std::int64_t>(masses.size()) - 1);
  };
  EXPECT_EQ(misfit(1), "");
  EXPECT_NE(misfit(1.4L), "");
}

TEST(FindGrid, SpendsAThirdOnTheScaleAndTwoOnTheMagnitude) {
  const Table table = two_columns({{0, 1}, {2, 3}, {4, 5}, {6, 7}});
  SeededBits seeded(82);
  SystemBits system;
  const auto pure = find_grid(table, wish, epsilon("1/7"), seeded, alone()).value();
  EXPECT_EQ(told_steps(AnyReceipt(pure.spent.receipt())),
            (std::vector<std::string>{"scale 1/21", "magnitude 2/21"}));
  EXPECT_FALSE(pure.spent.is_private());
  const auto zcdp = find_grid(table, wish, rho("1/7"), system, alone()).value();
  EXPECT_EQ(told_steps(AnyReceipt(zcdp.spent.receipt())),
            (std::vector<std::string>{"scale 1/21", "magnitude 2/21"}));
  EXPECT_TRUE(zcdp.spent.is_private());
}

Grid grid_of(const Numbers &cells, std::uint64_t seed, std::size_t columns = 1) {
  std::vector<std::string> names;
  for (std::size_t j = 0; j < columns; ++j) names.push_back("x" + std::to_string(j));
  SeededBits bits(83, seed);
  return find_grid(Table::dense(names, cells).value(), wish, epsilon("3"), bits, alone())->grid;
}

double step_of(const Grid &grid) { return std::ldexp(1.0, grid.exponent()); }
double reach(const Grid &grid) { return std::ldexp(static_cast<double>(grid.bound()), grid.exponent()); }

// Both searches are off by an eighth of the rows with a chance of less than 1e-12 each.
TEST(FindGrid, CoversAndResolvesTheDataWhereverTheyLie) {
  const Rational beta = ratio(1, Integer("1000000000000"));
  ASSERT_LT(*octave_error(Epsilon::parse("1").value(), 64, beta), 1000 / 8); // 1000 pairs, and 2000 rows
  for (const auto &[centre, spread] : {std::pair{0.0, 1.0}, std::pair{1e6, 1.0}, std::pair{-1e6, 1e-3},
                                       std::pair{0.0, 1e9}, std::pair{1.0, 1e-9}})
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      const Numbers cells = numbers(2000 * 4, centre, spread, seed);
      const Grid grid = grid_of(cells, seed, 4);
      double largest = 0;
      for (const double cell : cells) largest = std::max(largest, std::fabs(cell));
      EXPECT_GE(reach(grid), largest) << centre;
      EXPECT_LE(reach(grid), 32 * largest) << centre; // the bits are not wasted
      EXPECT_LE(step_of(grid), spread / 16) << centre;
      EXPECT_GE(step_of(grid), spread / 1024) << centre;
    }
}

// With so much budget the powers of two are the right ones. Chances as above.
TEST(FindGrid, ScalingByAPowerOfTwoMovesTheGridByAsMuch) {
  const Numbers cells = numbers(2000, 5, 0.7, 1);
  const Grid grid = grid_of(cells, 1);
  for (const int octaves : {-60, -10, -1, 1, 10, 60}) {
    Numbers scaled = cells;
    for (double &cell : scaled) cell = std::ldexp(cell, octaves);
    EXPECT_EQ(grid_of(scaled, 1), Grid::of(grid.exponent() + octaves, grid.bound()).value()) << octaves;
  }
  // A shift leaves the steps as they are.
  Numbers shifted = cells;
  for (double &cell : shifted) cell += 1 << 20;
  EXPECT_EQ(grid_of(shifted, 1).exponent(), grid.exponent());
}

TEST(FindGrid, OddColumnsGetAGrid) {
  for (const auto &[name, cells] : odd_columns()) {
    SeededBits bits(84);
    const auto found = find_grid(one_column(cells), wish, epsilon("3"), bits, alone());
    ASSERT_TRUE(found) << name;
    EXPECT_GE(found->grid.bound(), 1) << name;
    EXPECT_LE(found->grid.bound(), std::int64_t{1} << wish.most_bits) << name;
    EXPECT_EQ(found->spent.receipt().total(), 3) << name;
    if (name == "all equal" || name == "all missing" || name == "all infinite" || name == "nearly all tied") {
      EXPECT_FALSE(found->typical_distance) << name;
    }
    if (name == "all equal") {
      EXPECT_EQ(reach(found->grid), 8 * 16) << name;
    }
  }
  const Grid huge = grid_of(numbers(400, 0, 1e300, 1), 1);
  EXPECT_GE(reach(huge), 5e300);
  EXPECT_LE(step_of(huge), 1e299);
  // Nothing but zeros: as fine as the bits allow, within 2^18 and the octaves beyond, or nearer to 1 where
  // the prior is stronger than the few rows above the rank. Fixed seeds.
  int nothing = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Grid grid = grid_of(Numbers(400, 0.0), seed);
    EXPECT_EQ(grid.bound(), std::int64_t{1} << 40);
    EXPECT_LE(grid.exponent(), 22 - 40);
    nothing += grid.exponent() == 22 - 40;
  }
  EXPECT_GE(nothing, 12);
}

// Where a table has people with several rows, it is people that are looked at.
TEST(FindGrid, OfATableWithAUnitLooksAtPeople) {
  Numbers cells;
  std::vector<std::uint64_t> whose;
  for (std::uint64_t person = 0; person < 400; ++person)
    for (int visit = 0; visit < 3; ++visit) {
      cells.push_back(visit == 0 ? 1e9 : visit == 1 ? -1e9 : 3 + static_cast<double>(person % 2));
      whose.push_back(person);
    }
  SeededBits bits(85);
  const auto found = find_grid(visits(cells, whose, 400), wish, epsilon("10"), bits, alone()).value();
  EXPECT_EQ(reach(found.grid), 2 * 16); // a person's mean is 1 or 4/3
}

} // namespace find_grid_test
} // namespace poise::internal
