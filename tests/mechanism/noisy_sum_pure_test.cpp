// The noisy sum under pure privacy: exact losses on all small tables, the law of its noise, what it says of
// it.
#include "aggregate/opened_sum.h"
#include "mechanism/small_tables.h"
#include "oracle/exact_masses.h"
#include "poise/mechanism/noisy_sum.h"
#include "poise/random/seeded_bits.h"
#include "poise/random/system_bits.h"
#include "statistical/goodness_of_fit.h"

#include <cmath>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace poise::internal {
namespace noisy_sum_pure_test {

struct Shape {
  std::size_t rows, columns;
  int bound;
};
constexpr Shape shapes[] = {{2, 1, 2}, {3, 1, 1}, {1, 2, 2}, {2, 2, 1}, {1, 3, 1}};

Released<NoisySum, Epsilon> release(const ExactSum &sum, const Rational &epsilon, Bits &bits) {
  return noisy_sum(sum, Grant<Epsilon>::open(Epsilon::of(epsilon).value()), bits).value();
}

ExactSum zeros(std::size_t columns, std::int64_t bound) {
  return small::exact_sum(small::Cells(columns, 0), columns, bound);
}

// The rate of the noise that the promise speaks of; that the code has it is checked below.
double rate_for(const ExactSum &sum, double epsilon) { return epsilon / sum.l1_sensitivity().get_d(); }

// The largest log-ratio of the chances of any outcome, over all that is not negligible.
long double shifted_log_ratio(long shift, double rate) {
  const long reach = 10 + std::abs(shift);
  long double worst = 0;
  for (long x = -reach; x <= reach; ++x)
    worst =
        std::max(worst, std::log(static_cast<long double>(oracle::discrete_laplace_mass(rate, x)) /
                                 static_cast<long double>(oracle::discrete_laplace_mass(rate, x - shift))));
  return worst;
}

// Over all neighbouring tables; columns are independent, and each has its worst outcome.
long double worst_loss(const Shape &shape, double epsilon, double more) {
  const auto tables = small::all_tables(shape.rows * shape.columns, shape.bound);
  std::vector<std::vector<Int128>> sums;
  for (const small::Cells &table : tables)
    sums.push_back(opened(small::exact_sum(table, shape.columns, shape.bound)));
  const double rate = more * rate_for(small::exact_sum(tables[0], shape.columns, shape.bound), epsilon);
  std::vector<long double> by_shift;
  for (long shift = 0; shift <= 2 * shape.bound; ++shift) by_shift.push_back(shifted_log_ratio(shift, rate));
  long double worst = 0;
  for (std::size_t a = 0; a < tables.size(); ++a)
    for (std::size_t b = 0; b < tables.size(); ++b) {
      if (!small::neighbours(tables[a], tables[b], shape.columns)) continue;
      long double loss = 0;
      for (std::size_t i = 0; i < shape.columns; ++i)
        loss += by_shift.at(static_cast<std::size_t>(std::abs(static_cast<long>(sums[a][i] - sums[b][i]))));
      worst = std::max(worst, loss);
    }
  return worst;
}

TEST(NoisySumPure, NoPairOfNeighboursLosesMoreThanEpsilon) {
  for (const Shape &shape : shapes)
    for (const double epsilon : {0.1, 1.0, 7.0})
      EXPECT_LE(worst_loss(shape, epsilon, 1), static_cast<long double>(epsilon) * (1 + 1e-9L));
}

// The check has teeth: there is no noise to spare.
TEST(NoisySumPure, ATenthLessNoiseWouldLoseMoreThanEpsilon) {
  for (const Shape &shape : shapes) EXPECT_GT(worst_loss(shape, 1, 1 / 0.9), 1.1L);
}

// With cells of at most b in d columns.
TEST(NoisySumPure, ReplacingOneRowMovesTheSumByAtMostTwiceDB) {
  for (const Shape &shape : shapes) {
    const auto tables = small::all_tables(shape.columns, shape.bound);
    Integer furthest = 0;
    for (const small::Cells &a : tables)
      for (const small::Cells &b : tables) {
        Integer moved = 0;
        for (std::size_t i = 0; i < shape.columns; ++i) moved += std::abs(a[i] - b[i]);
        furthest = std::max(furthest, moved);
      }
    EXPECT_EQ(furthest, zeros(shape.columns, shape.bound).l1_sensitivity());
  }
}

// False alarm at most 1e-6 each (goodness_of_fit.h). Two columns: the l1-norm counts, not the l2-norm.
TEST(NoisySumPure, TheReleaseIsTheExactSumPlusDiscreteLaplaceNoise) {
  struct Case {
    small::Cells cells;
    std::size_t columns;
    Rational epsilon;
  };
  std::uint64_t stream = 0;
  for (const Case &c :
       {Case{{3, 1, -2}, 1, 2}, Case{{3, 1, -1, 1}, 2, 6}, Case{{2, 0, 0}, 3, ratio(27, 2)}}) {
    const ExactSum sum = small::exact_sum(c.cells, c.columns, 3);
    ASSERT_EQ(opened(sum)[0], 2);
    const double rate = rate_for(sum, c.epsilon.get_d());
    SeededBits bits(2, ++stream);
    const auto counts =
        statistical::count(60'000, [&] { return release(sum, c.epsilon, bits).value().values[0] - 2; });
    const auto mass = [&](double more) {
      return [=](std::int64_t x) { return oracle::discrete_laplace_mass(more * rate, x); };
    };
    EXPECT_EQ(statistical::misfit(counts, mass(1), -30, 30), "");
    EXPECT_NE(statistical::misfit(counts, mass(0.9), -30, 30), "");
    EXPECT_NE(statistical::misfit(counts, mass(1.1), -30, 30), "");
  }
}

// On the grid people use the noise is so wide that rate * |z| is exponential to far more digits than matter
// here. By Chernoff, the mean of N of them is beyond 1 + e, or below it for e < 0, with probability at most
// exp(-N (e - ln(1 + e))): for 4% and these N, exp(-31) either way.
TEST(NoisySumPure, OnAFineGridTheNoiseIsNeitherATenthTooSmallNorTooLarge) {
  const ExactSum sum = zeros(100, Grid::largest_narrow_bound);
  const double rate = rate_for(sum, 0.1);
  double total = 0;
  for (std::uint64_t stream = 0; stream < 400; ++stream) {
    SeededBits bits(3, stream);
    const auto released = release(sum, ratio(1, 10), bits);
    for (const Int128 value : released.value().values) total += std::abs(static_cast<double>(value)) * rate;
  }
  EXPECT_NEAR(total / 40'000, 1, 0.04);
}

// The variance of discrete Laplace noise is 1 / (cosh(rate) - 1).
RC_GTEST_PROP(NoisySumPure, TheVarianceSaidIsTwiceTheSquaredReachOverEpsilonRoundedUpAndIsNotExceeded, ()) {
  const auto columns = *rc::gen::inRange<std::size_t>(1, 20);
  const auto bound = *rc::gen::inRange<std::int64_t>(1, Grid::largest_narrow_bound + 1);
  const Rational epsilon = ratio(*rc::gen::inRange(1, 1000), *rc::gen::inRange(1, 1000));
  SeededBits bits(1);
  const Integer said = release(zeros(columns, bound), epsilon, bits).value().noise_variance;
  const Rational reach(2 * Integer(columns) * bound);
  const Rational wanted = 2 * reach * reach / (epsilon * epsilon);
  RC_ASSERT((said >= wanted));
  RC_ASSERT((said - 1 < wanted));
  const double half_sinh = std::sinh(Rational(epsilon / reach).get_d() / 2); // cosh(r) - 1 = 2 sinh(r/2)^2
  RC_ASSERT(said.get_d() * (1 + 1e-12) >= 1 / (2 * half_sinh * half_sinh));
}

TEST(NoisySumPure, TheReceiptHoldsTheWholeGrantAndNothingElse) {
  SeededBits bits(1);
  const auto released = release(zeros(2, 5), ratio(1, 3), bits);
  EXPECT_EQ(released.receipt().total(), ratio(1, 3));
  ASSERT_EQ(released.receipt().steps().size(), 1U);
  EXPECT_EQ(released.receipt().steps()[0].name, "sum");
}

TEST(NoisySumPure, OnlyBitsOfTheOperatingSystemMakeItPrivate) {
  SeededBits seeded(1);
  SystemBits system;
  EXPECT_FALSE(release(zeros(1, 5), 1, seeded).is_private());
  EXPECT_TRUE(release(zeros(1, 5), 1, system).is_private());
}

TEST(NoisySumPure, ABudgetTooSmallForTheSamplerIsRefusedBeforeItIsSpent) {
  SeededBits bits(1);
  const auto refused = noisy_sum(zeros(1, Grid::largest_narrow_bound),
                                 Grant<Epsilon>::open(Epsilon::parse("1e-60").value()), bits);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::bad_parameter);
}

// The draws do not depend on the data: two sums with one seed differ by exactly their difference.
TEST(NoisySumPure, TheNoiseDoesNotDependOnTheData) {
  SeededBits a(5), b(5);
  const auto one = release(small::exact_sum({1, -2}, 2, 2), 1, a).value().values;
  const auto two = release(small::exact_sum({2, 2}, 2, 2), 1, b).value().values;
  EXPECT_TRUE(two[0] - one[0] == 1 && two[1] - one[1] == 4);
}

} // namespace noisy_sum_pure_test
} // namespace poise::internal
