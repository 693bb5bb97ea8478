// The promise of the noisy sum by enumeration: all small tables, all neighbours, exact laws.
#include "poise/mechanism/noisy_sum.h"

#include "aggregate/opened_sum.h"
#include "mechanism/shifted_renyi.h"
#include "mechanism/small_tables.h"
#include "poise/random/seeded_bits.h"

#include <cmath>
#include <gtest/gtest.h>
#include <map>

namespace poise::internal {
namespace noisy_sum_privacy_test {

constexpr long double alphas[] = {1.01L, 1.5L, 2, 3, 5, 10, 30};

struct Shape {
  std::size_t rows, columns;
  int bound;
};

Integer variance_for(const Shape &shape, const Rho &rho) {
  SeededBits bits(1);
  const ExactSum sum =
      small::exact_sum(small::Cells(shape.rows * shape.columns, 0), shape.columns, shape.bound);
  return noisy_sum(sum, Grant<Rho>::open(rho), bits)->value().noise_variance;
}

// The largest divergence over all neighbouring tables, with noise of the given variance.
long double worst_loss(const Shape &shape, long double s2, long double alpha) {
  const auto tables = small::all_tables(shape.rows * shape.columns, shape.bound);
  std::vector<std::vector<Int128>> sums;
  for (const small::Cells &table : tables)
    sums.push_back(opened(small::exact_sum(table, shape.columns, shape.bound)));
  std::map<long, long double> by_shift;
  long double worst = 0;
  for (std::size_t a = 0; a < tables.size(); ++a)
    for (std::size_t b = 0; b < tables.size(); ++b) {
      if (!small::neighbours(tables[a], tables[b], shape.columns)) continue;
      long double loss = 0; // columns are independent, so their divergences add up
      for (std::size_t i = 0; i < shape.columns; ++i) {
        const long shift = static_cast<long>(sums[a][i] - sums[b][i]);
        if (!by_shift.contains(shift)) by_shift[shift] = shifted_renyi(shift, s2, alpha);
        loss += by_shift[shift];
      }
      worst = std::max(worst, loss);
    }
  return worst;
}

constexpr Shape shapes[] = {{2, 1, 2}, {3, 1, 1}, {1, 2, 2}, {2, 2, 1}, {1, 3, 1}};

TEST(NoisySum, NoPairOfNeighboursLosesMoreThanRhoAtAnyOrder) {
  for (const Shape &shape : shapes)
    for (const char *text : {"0.1", "1/3", "1", "7", "100"}) {
      const Rho rho = Rho::parse(text).value();
      const auto s2 = static_cast<long double>(variance_for(shape, rho).get_d());
      for (const long double alpha : alphas)
        EXPECT_LE(worst_loss(shape, s2, alpha), alpha * static_cast<long double>(rho.display()) * (1 + 1e-9L))
            << shape.rows << "x" << shape.columns << " bound " << shape.bound << " rho " << text;
    }
}

// The check above has teeth: a tenth less variance would fail it.
TEST(NoisySum, ATenthLessNoiseWouldLoseMoreThanRho) {
  const Shape shape = {2, 1, 2};
  const Rho rho = Rho::parse("0.1").value();
  const auto s2 = static_cast<long double>(variance_for(shape, rho).get_d());
  EXPECT_GT(worst_loss(shape, 0.9L * s2, 2), 2 * 0.1L * 1.05L);
}

// With rows of norm at most C = bound * sqrt(columns).
TEST(NoisySum, ReplacingOneRowMovesTheSumByAtMostTwoC) {
  for (const Shape &shape : shapes) {
    const auto tables = small::all_tables(shape.rows * shape.columns, shape.bound);
    std::vector<ExactSum> sums;
    for (const small::Cells &table : tables)
      sums.push_back(small::exact_sum(table, shape.columns, shape.bound));
    Integer furthest = 0;
    for (std::size_t a = 0; a < tables.size(); ++a)
      for (std::size_t b = 0; b < tables.size(); ++b) {
        if (!small::neighbours(tables[a], tables[b], shape.columns)) continue;
        Integer squared = 0;
        for (std::size_t i = 0; i < shape.columns; ++i) {
          const Integer moved = to_integer(opened(sums[a])[i]) - to_integer(opened(sums[b])[i]);
          squared += moved * moved;
        }
        furthest = std::max(furthest, squared);
      }
    EXPECT_EQ(furthest, sums[0].squared_sensitivity());
    EXPECT_EQ(furthest, 4 * Integer(shape.columns) * shape.bound * shape.bound);
  }
}

} // namespace noisy_sum_privacy_test
} // namespace poise::internal
