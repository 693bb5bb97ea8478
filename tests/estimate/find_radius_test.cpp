// A radius for nearly everybody: its exact law loses no more than promised on all small tables, the code has
// that law, and the error is as told.
#include "poise/estimate/search/find_radius.h"

#include "aggregate/any_rows.h"
#include "estimate/universal_laws.h"
#include "poise/privacy/theorem/pure_to_zcdp.h"
#include "poise/random/seeded_bits.h"
#include "poise/random/system_bits.h"
#include "statistical/goodness_of_fit.h"

#include <gtest/gtest.h>

namespace poise::internal {
namespace find_radius_test {

const Rational tenth(1, 10);

struct Constants {
  const char *name;
  RadiusSearch by_hand, in_code;
};

std::vector<Constants> all_constants() {
  const UniversalOptions published{.version = UniversalVersion::published};
  const UniversalOptions hasty{.version = UniversalVersion::published, .beta = ratio(99, 100)};
  return {{"published", published_by_hand(0.1), safe_search(published)},
          {"published, of little care", published_by_hand(0.99), close_search(hasty)},
          {"tuned, safe", tuned_safe(), safe_search({})},
          {"tuned, close", tuned_close(), close_search({})},
          {"tuned, close, for squares", close_search_for_squares({}), close_search_for_squares({})}};
}

std::shared_ptr<const GridRows> rows_of(const std::vector<long> &cells, std::int64_t bound) {
  const Plain plain{1, {cells.begin(), cells.end()}, Grid::of(0, bound).value()};
  return on_grid(dense_table(plain), plain.grid).value();
}

constexpr int many = 2500, few = 100; // draws

const std::vector<long> near_and_far = {3500, 3800, Rungs::highest};
constexpr int first_rung = 3600, last_rung = 4050, rung_step = 4;

QuantileLaw rung_law(const std::vector<long> &rungs, const RadiusSearch &how, const Rational &epsilon,
                     long double more = 1) {
  return search_law(rungs, rungs_by_hand(first_rung, last_rung, rung_step), how, epsilon, more);
}

TEST(FindRadius, NoPairOfNeighboursLosesMoreThanEpsilon) {
  const auto tables = tables_of(3, {0, 1, 2, 3});
  for (const Constants &constants : all_constants())
    for (const Rational &epsilon : {ratio(3, 10), Rational(1), Rational(8)})
      for (const long first : {1L, 2L})
        EXPECT_LE(
            worst_loss(
                tables,
                [&](const auto &cells) { return radius_law(cells, first, 3, constants.by_hand, epsilon); },
                pure_loss),
            number(epsilon) * (1 + 1e-9L))
            << constants.name;
}

TEST(FindRadius, NoPairOfNeighboursLosesMoreThanRhoAtAnyOrder) {
  const auto tables = tables_of(3, {0, 1, 2, 3});
  for (const Constants &constants : all_constants())
    for (const Rational &rho : {ratio(3, 10), Rational(3)}) {
      const Rational epsilon = pure_for_zcdp(Rho::of(rho).value())->exact();
      for (const long double alpha : {1.01L, 2.0L, 30.0L})
        EXPECT_LE(worst_loss(
                      tables,
                      [&](const auto &cells) { return radius_law(cells, 1, 3, constants.by_hand, epsilon); },
                      [&](const auto &p, const auto &q) { return renyi(p, q, alpha); }),
                  alpha * number(rho) * (1 + 1e-9L))
            << constants.name;
    }
}

// A long ladder leaves no noise to spare, but for the textbook's, which nested counts do not need all of:
// they lose three quarters of epsilon. So a fifth less noise is too little where the noise is made for them,
// three tenths less where it is the textbook's. A ramp shortens the search, which then loses less than it
// may; what it loses is told by its noise all the same.
TEST(FindRadius, LongLaddersLoseEpsilonAndNoMoreAndLessNoiseWouldLoseMore) {
  for (const Constants &constants : all_constants())
    for (const Rational &epsilon : {Rational(1), Rational(3)}) {
      const auto loss = [&](long double more) {
        return worst_loss(
            tables_of(3, near_and_far),
            [&](const auto &rungs) { return rung_law(rungs, constants.by_hand, epsilon, more); }, pure_loss);
      };
      const bool textbook = constants.by_hand.noise == SparseVectorNoise::textbook;
      EXPECT_LE(loss(1), number(epsilon) * (textbook ? 0.75L : 1.0L) * (1 + 1e-9L)) << constants.name;
      const bool ramp = constants.by_hand.ramp > 0;
      EXPECT_GT(loss(textbook || ramp ? 1 / 0.7L : 1.25L), ramp ? 1.1L * loss(1) : number(epsilon) * 1.02L)
          << constants.name;
    }
}

// False alarm at most 1e-6 each (goodness_of_fit.h). A budget in zCDP is slow to draw with: fewer draws, and
// less that they can tell.
template <class Draw>
void expect_law(const char *name, int draws, const Draw &draw,
                const std::function<QuantileLaw(long double)> &law) {
  const auto drawn = statistical::count(static_cast<std::uint64_t>(draws), draw);
  const auto places = law(1);
  const auto mass = [&](long double more) {
    return [with = law(more)](std::int64_t x) {
      const auto at = with.find(x);
      return at == with.end() ? 0.0 : static_cast<double>(at->second);
    };
  };
  const std::int64_t low = places.begin()->first, high = places.rbegin()->first;
  EXPECT_EQ(statistical::misfit(drawn, mass(1), low, high), "") << name;
  EXPECT_NE(statistical::misfit(drawn, mass(draws >= many ? 1.6L : 3.0L), low, high), "") << name;
}

// Where a row or two less decide, so that the law tells the noise.
TEST(FindRadius, OutcomesHaveTheLawOfTheDefinition) {
  const std::vector<long> cells = {0, 1, 1, 3, 8, 20, 20, 20, 40, 90};
  const auto rows = rows_of({0, -1, 1, 3, -8, 20, 20, -20, 40, 90}, 100);
  const Rational pure = 2, rho = ratio(3, 2);
  const Rational of_rho = pure_for_zcdp(Rho::of(rho).value())->exact();
  std::uint64_t stream = 0;
  for (const Constants &constants : all_constants()) {
    SeededBits bits(41, ++stream);
    expect_law(
        constants.name, many,
        [&] {
          return find_radius(*rows, 2, 70, pure_grant(pure), bits, constants.in_code, tenth, "r", alone())
              ->radius;
        },
        [&](long double more) { return radius_law(cells, 2, 70, constants.by_hand, pure, more); });
    expect_law(
        constants.name, few,
        [&] {
          return find_radius(*rows, 1, 100, rho_grant(rho), bits, constants.in_code, tenth, "r", alone())
              ->radius;
        },
        [&](long double more) { return radius_law(cells, 1, 100, constants.by_hand, of_rho, more); });
  }
}

TEST(FindRung, OutcomesHaveTheLawOfTheDefinition) {
  const std::vector<long> rungs = {3590, 3604, 3605, 3633, 3633, 3700, 3990, 4000, 4096, 3600};
  const auto rows = rows_of(rungs, 5000);
  const Rational pure = 2, rho = ratio(3, 2);
  const Rational of_rho = pure_for_zcdp(Rho::of(rho).value())->exact();
  std::uint64_t stream = 0;
  for (const Constants &constants : all_constants()) {
    SeededBits bits(42, ++stream);
    const auto draw = [&](auto grant) {
      return find_rung(*rows, {first_rung, last_rung, rung_step}, std::move(grant), bits, constants.in_code,
                       tenth, "r", alone())
          ->radius;
    };
    expect_law(
        constants.name, many, [&] { return draw(pure_grant(pure)); },
        [&](long double more) { return rung_law(rungs, constants.by_hand, pure, more); });
    expect_law(
        constants.name, few, [&] { return draw(rho_grant(rho)); },
        [&](long double more) { return rung_law(rungs, constants.by_hand, of_rho, more); });
  }
}

// A count that is too low by more than the error is where a search ends with a chance of at most beta: by the
// exact law, where as many counts as there are stand just there.
TEST(SearchError, HoldsWithTheChanceItNames) {
  for (const Constants &constants : all_constants())
    for (const Rational &beta : {ratio(1, 10), ratio(1, 1000)}) {
      const SearchRates rates = search_rates(Epsilon::parse("1").value(), constants.in_code.noise);
      const long rows = 1000, counts = 300;
      const long error = search_error(rates, static_cast<std::uint64_t>(counts), beta).get_si();
      const long margin = ceil(constants.by_hand.margin / rates.threshold).get_si();
      std::vector<long> too_low(static_cast<std::size_t>(counts), rows - margin - error - 1);
      too_low.back() = rows;
      const CountSearch search{.threshold = Rational(rows - margin), .noise = constants.in_code.noise};
      const auto law = sparse_vector_law(too_low, search, SparseVectorRates(rates));
      EXPECT_LE(1 - law[too_low.size() - 1] - law.back(), number(beta)) << constants.name;
      // Half of it would not do.
      std::ranges::fill(too_low, rows - margin - error / 3);
      too_low.back() = rows;
      const auto nearer = sparse_vector_law(too_low, search, SparseVectorRates(rates));
      EXPECT_GT(1 - nearer[too_low.size() - 1] - nearer.back(), number(beta)) << constants.name;
    }
}

TEST(FindRadius, NeedsTwiceTheErrorAndTheMargin) {
  const auto rows = rows_of({1, 2, 3}, 100);
  SeededBits bits(1);
  for (const Constants &constants : all_constants()) {
    const SearchRates rates = search_rates(Epsilon::parse("1/3").value(), constants.in_code.noise);
    const std::size_t counts = ladder_by_hand(1, 100, constants.by_hand.rungs_per_octave).size();
    const auto found =
        find_radius(*rows, 1, 100, pure_grant(ratio(1, 3)), bits, constants.in_code, tenth, "r", alone());
    const Integer wish =
        2 * search_error(rates, counts, tenth) + ceil(constants.by_hand.margin / rates.threshold);
    EXPECT_EQ(to_integer(found->needed_rows), wish);
  }
}

TEST(FindRadius, SpendsItsGrantUnderItsName) {
  const auto rows = rows_of({1, 2, 3}, 100);
  SeededBits seeded(1);
  SystemBits system;
  const auto pure =
      find_radius(*rows, 1, 100, pure_grant(ratio(1, 7)), seeded, safe_search({}), tenth, "reach", alone());
  EXPECT_EQ(pure->spent.receipt().total(), ratio(1, 7));
  ASSERT_EQ(pure->spent.receipt().steps().size(), 1U);
  EXPECT_EQ(pure->spent.receipt().steps()[0].name, "reach");
  EXPECT_FALSE(pure->spent.is_private());
  const auto zcdp = find_rung(*rows, {0, 4096, 4}, rho_grant(ratio(2, 7)), system, close_search({}), tenth,
                              "radius", alone());
  EXPECT_EQ(zcdp->spent.receipt().total(), ratio(2, 7));
  EXPECT_EQ(zcdp->spent.receipt().steps()[0].name, "radius");
  EXPECT_TRUE(zcdp->spent.is_private());
  const auto refused = find_radius(*rows, 1, 100, pure_grant(ratio(1, power_of_two(70))), seeded,
                                   safe_search({}), tenth, "r", alone());
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::bad_parameter);
}

// With much budget the radius is the first of the ladder that holds all but the margin.
TEST(FindRadius, WithMuchBudgetIsTheFirstThatHoldsNearlyEverybody) {
  SeededBits bits(2);
  const auto radius = [&](const std::vector<long> &cells, std::int64_t first, std::int64_t last,
                          const RadiusSearch &how) {
    return find_radius(*rows_of(cells, 1000), first, last, pure_grant(100'000), bits, how, tenth, "r",
                       alone())
        ->radius;
  };
  const RadiusSearch published = safe_search({.version = UniversalVersion::published});
  EXPECT_EQ(radius({0, 0, 0}, 1, 1000, published), 1); // never 0
  EXPECT_EQ(radius({5, -5, 3}, 1, 1000, published), 8);
  EXPECT_EQ(radius({5, -5, 3}, 5, 1000, published), 5);
  EXPECT_EQ(radius({5, -5, 3}, 16, 1000, published), 16);
  EXPECT_EQ(radius({700, 1, 1}, 1, 1000, published), 1000);
  EXPECT_EQ(radius({700, 1, 1}, 1, 800, published), 800); // no more than the last
  EXPECT_EQ(radius({900, 1, 1}, 1, 800, published), 800); // which it returns, if all else fails
  EXPECT_EQ(radius({9, 1, 1}, 1, 800, close_search({})), 10);
}

} // namespace find_radius_test
} // namespace poise::internal
