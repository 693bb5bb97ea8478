// The sparse vector technique: what the code does, against its exact law; sub-ranges, ramps, receipts.
#include "poise/mechanism/sparse_vector.h"

#include "aggregate/any_rows.h"
#include "mechanism/sparse_vector_law.h"
#include "poise/aggregate/exact/column_counts.h"
#include "poise/aggregate/exact/norm_histogram.h"
#include "poise/aggregate/exact/pooled_histogram.h"
#include "poise/privacy/theorem/pure_to_zcdp.h"
#include "poise/random/seeded_bits.h"
#include "poise/random/system_bits.h"
#include "statistical/goodness_of_fit.h"

#include <gtest/gtest.h>

namespace poise::internal {
namespace sparse_vector_test {

constexpr int bound = 3; // radii 0, 1, 2, 3

Grant<Epsilon> grant(const Rational &epsilon) { return Grant<Epsilon>::open(Epsilon::of(epsilon).value()); }
Grant<Rho> rho_grant(const Rational &rho) { return Grant<Rho>::open(Rho::of(rho).value()); }

std::shared_ptr<const GridRows> rows_of(std::size_t columns, const std::vector<std::int64_t> &cells) {
  const Plain plain{columns, cells, Grid::of(0, bound).value()};
  return on_grid(dense_table(plain), plain.grid).value();
}

ExactCounts exact_counts(const std::vector<std::int64_t> &cells) {
  return NormHistogram::of(*rows_of(1, cells), Norm::l1, GeometricGrid::up_to(Integer(bound), 64)).value();
}

const std::vector<std::int64_t> six_cells = {0, 1, -2, 3, 3, 1};
const std::vector<long> six_counts = {1, 3, 4, 6};

// Which step it stopped at, or how many there are.
std::size_t step_of(const FirstAbove &found, const CountSearch &search) {
  const std::size_t last = std::min<std::size_t>(search.last, 3);
  if (!found.stopped) return last - search.first + 1;
  return search.walk == Walk::up ? found.index - search.first : last - found.index;
}

// False alarm at most 1e-6 each (goodness_of_fit.h).
template <class Draw>
void expect_law(const CountSearch &search, const SparseVectorRates &rates, Draw draw, int draws = 20'000) {
  const auto drawn =
      statistical::count(static_cast<std::uint64_t>(draws), [&] { return step_of(draw(), search); });
  const auto mass = [&](long double more) {
    const SparseVectorRates other{rates.threshold * more, rates.count * more};
    return [law = sparse_vector_law(six_counts, search, other)](std::int64_t i) {
      return static_cast<double>(law[static_cast<std::size_t>(i)]);
    };
  };
  const auto end = static_cast<std::int64_t>(std::min<std::size_t>(search.last, 3) - search.first + 1);
  EXPECT_EQ(statistical::misfit(drawn, mass(1), 0, end), "");
  EXPECT_NE(statistical::misfit(drawn, mass(1.5L), 0, end), "");
}

// Both ways, both noises, whole and not, part of the counts, with a ramp.
TEST(SparseVector, OutcomesHaveTheLawOfTheDefinition) {
  const ExactCounts counts = exact_counts(six_cells);
  ASSERT_EQ(counts.size(), 4U);
  std::uint64_t stream = 0;
  for (const Walk walk : {Walk::up, Walk::down})
    for (const SparseVectorNoise noise : {SparseVectorNoise::textbook, SparseVectorNoise::one_direction}) {
      const SparseVectorRates rates(search_rates(Epsilon::parse("1").value(), noise));
      const int outside = walk == Walk::up ? 6 : 1; // so that the law tells rates apart
      for (const CountSearch &search :
           {CountSearch{.threshold = outside, .walk = walk, .noise = noise},
            CountSearch{
                .threshold = outside + ratio(1, 3), .walk = walk, .noise = noise, .ramp = ratio(5, 7)},
            CountSearch{.threshold = outside, .walk = walk, .noise = noise, .first = 1, .last = 2}}) {
        SeededBits bits(31, ++stream);
        expect_law(search, rates,
                   [&] { return first_above(counts, search, grant(1), bits, "search").value().value(); });
      }
    }
}

TEST(SparseVector, WithRhoItHasTheLawOfTheLargestEpsilonThatCostsNoMore) {
  const ExactCounts counts = exact_counts(six_cells);
  const CountSearch search{.threshold = 6, .noise = SparseVectorNoise::one_direction};
  const Epsilon epsilon = pure_for_zcdp(Rho::parse("0.4").value()).value();
  SeededBits bits(32);
  expect_law(
      search, SparseVectorRates(search_rates(epsilon, search.noise)),
      [&] { return first_above(counts, search, rho_grant(ratio(2, 5)), bits, "s").value().value(); }, 3000);
}

// A row of two columns moves pooled counts by two: so much more noise.
TEST(SparseVector, CountsThatMoveByMoreGetMoreNoise) {
  const ExactCounts counts =
      PooledHistogram::of(*rows_of(2, six_cells), GeometricGrid::up_to(Integer(bound), 64)).value();
  ASSERT_EQ(counts.moved_by_one_row(), 2U);
  const CountSearch search{.threshold = 6};
  const Epsilon half = Epsilon::parse("1/2").value();
  SeededBits bits(33);
  expect_law(search, SparseVectorRates(search_rates(half, search.noise)),
             [&] { return first_above(counts, search, grant(1), bits, "s").value().value(); });
}

TEST(SparseVector, WithMuchBudgetItIsExact) {
  const ExactCounts counts = exact_counts(six_cells); // 1, 3, 4, 6
  SeededBits bits(1);
  const auto found = [&](CountSearch search) {
    search.noise = SparseVectorNoise::one_direction;
    const FirstAbove above = first_above(counts, search, grant(10'000), bits, "radius").value().value();
    return std::pair(above.index, above.stopped);
  };
  using Found = std::pair<std::size_t, bool>;
  EXPECT_EQ(found({.threshold = 0}), Found(0, true));
  EXPECT_EQ(found({.threshold = 1}), Found(1, true));
  EXPECT_EQ(found({.threshold = ratio(5, 2)}), Found(1, true));
  EXPECT_EQ(found({.threshold = 3}), Found(2, true));
  EXPECT_EQ(found({.threshold = 5}), Found(3, true));
  EXPECT_EQ(found({.threshold = 6}), Found(3, false));
  EXPECT_EQ(found({.threshold = 5, .walk = Walk::down}), Found(2, true));
  EXPECT_EQ(found({.threshold = ratio(7, 2), .walk = Walk::down}), Found(1, true));
  EXPECT_EQ(found({.threshold = 1, .walk = Walk::down}), Found(0, false));
}

TEST(SparseVector, OnlyCountsOfTheSubRangeAreLookedAt) {
  const ExactCounts counts = exact_counts(six_cells); // 1, 3, 4, 6
  SeededBits bits(1);
  const auto found = [&](const CountSearch &search) {
    const FirstAbove above = first_above(counts, search, grant(10'000), bits, "radius").value().value();
    return std::pair(above.index, above.stopped);
  };
  using Found = std::pair<std::size_t, bool>;
  EXPECT_EQ(found({.threshold = 0, .first = 2}), Found(2, true));
  EXPECT_EQ(found({.threshold = 4, .first = 1, .last = 2}), Found(2, false));
  EXPECT_EQ(found({.threshold = 3, .first = 1, .last = 2}), Found(2, true));
  EXPECT_EQ(found({.threshold = 9, .walk = Walk::down, .last = 2}), Found(2, true));
  EXPECT_EQ(found({.threshold = 2, .walk = Walk::down, .first = 1, .last = 2}), Found(1, false));
  EXPECT_EQ(found({.threshold = 2, .first = 1, .last = 1}), Found(1, true));
  EXPECT_EQ(found({.threshold = 5, .last = 100}), Found(3, true));
  for (const CountSearch &search :
       {CountSearch{.threshold = 0, .first = 4}, CountSearch{.threshold = 0, .first = 2, .last = 1}})
    EXPECT_THROW((void)first_above(counts, search, grant(1), bits, "s"), std::logic_error);
}

// A ramp of 50 brings a threshold that is 50 away from the first count beyond the last by 94 or more: draws
// of rates 1/2 and 1/4 add up to that with a chance below 1e-9, so that 1000 searches stop but for 1e-6.
TEST(SparseVector, ASearchWithARampStops) {
  const ExactCounts counts = exact_counts(six_cells);
  SeededBits bits(4);
  for (const Walk walk : {Walk::up, Walk::down}) {
    const CountSearch search{.threshold = walk == Walk::up ? 51 : -44, .walk = walk, .ramp = 50};
    EXPECT_LT(sparse_vector_law(six_counts, search,
                                SparseVectorRates(search_rates(Epsilon::parse("1").value(), search.noise)))
                  .back(),
              1e-9L);
    for (int i = 0; i < 500; ++i)
      EXPECT_TRUE(first_above(counts, search, grant(1), bits, "s").value().value().stopped);
  }
  EXPECT_THROW((void)first_above(counts, {.threshold = 0, .ramp = -1}, grant(1), bits, "s"),
               std::logic_error);
}

TEST(SparseVector, TheReceiptHoldsTheWholeGrantAndNothingElse) {
  const ExactCounts counts = exact_counts(six_cells);
  const CountSearch search{.threshold = 3};
  SeededBits bits(1);
  const auto pure = first_above(counts, search, grant(ratio(1, 3)), bits, "radius").value();
  EXPECT_EQ(pure.receipt().total(), ratio(1, 3));
  ASSERT_EQ(pure.receipt().steps().size(), 1U);
  EXPECT_EQ(pure.receipt().steps()[0].name, "radius");
  const auto zcdp = first_above(counts, search, rho_grant(ratio(1, 7)), bits, "low").value();
  EXPECT_EQ(zcdp.receipt().total(), ratio(1, 7));
  ASSERT_EQ(zcdp.receipt().steps().size(), 1U);
  EXPECT_EQ(zcdp.receipt().steps()[0].name, "low");
}

TEST(SparseVector, OnlyBitsOfTheOperatingSystemMakeItPrivate) {
  const ExactCounts counts = exact_counts(six_cells);
  const CountSearch search{.threshold = 3};
  SeededBits seeded(1);
  SystemBits system;
  EXPECT_FALSE(first_above(counts, search, grant(1), seeded, "s").value().is_private());
  EXPECT_TRUE(first_above(counts, search, grant(1), system, "s").value().is_private());
  EXPECT_FALSE(first_above(counts, search, rho_grant(1), seeded, "s").value().is_private());
  EXPECT_TRUE(first_above(counts, search, rho_grant(1), system, "s").value().is_private());
}

TEST(SparseVector, ThresholdsBeyondEverythingAndTinyBudgetsAreNoTrouble) {
  const ExactCounts counts = exact_counts({0, 1});
  SeededBits bits(2);
  const auto run = [&](const Integer &threshold, const Rational &epsilon) {
    return first_above(counts, {.threshold = Rational(threshold)}, grant(epsilon), bits, "s");
  };
  EXPECT_FALSE(run(power_of_two(200), 1).value().value().stopped);
  EXPECT_TRUE(run(-power_of_two(200), 1).value().value().stopped);
  EXPECT_TRUE(run(1, ratio(1, power_of_two(50))));
  EXPECT_EQ(run(1, ratio(1, power_of_two(70))).error().kind, ErrorKind::bad_parameter);
  const auto refused =
      first_above(counts, {.threshold = 1}, rho_grant(ratio(1, power_of_two(140))), bits, "s");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::bad_parameter);
}

// As many words, whatever it finds and wherever it stops: the search that stops at once has drawn for all.
TEST(SparseVector, TheDrawsDoNotDependOnTheData) {
  const CountSearch search{.threshold = 3};
  SeededBits a(5), b(5);
  (void)first_above(exact_counts({0, 0, 0, 0, 0, 0}), search, grant(1), a, "s");
  (void)first_above(exact_counts({3, 3, 3, 3, 3, 3}), search, grant(1), b, "s");
  EXPECT_EQ(a.word(), b.word());
}

// Counts that do not grow with their index may be moved both ways.
TEST(SparseVector, OnlyNestedCountsMoveInOneDirection) {
  const auto columns = ColumnCounts::of(*rows_of(2, {1, 2, 3, -1}), std::vector<std::int64_t>{0, 0}).value();
  SeededBits bits(3);
  const CountSearch one_direction{.threshold = 1, .noise = SparseVectorNoise::one_direction};
  EXPECT_THROW((void)first_above(columns, one_direction, grant(1), bits, "s"), std::logic_error);
  EXPECT_THROW((void)first_above(columns, one_direction, rho_grant(1), bits, "s"), std::logic_error);
  EXPECT_TRUE(first_above(columns, {.threshold = 1}, grant(1), bits, "s"));
  EXPECT_TRUE(first_above(exact_counts({0, 1}), one_direction, grant(1), bits, "s"));
}

} // namespace sparse_vector_test
} // namespace poise::internal
