// Pure DP as zCDP: against the definition of Renyi divergence, for randomised response and others.
#include "poise/privacy/theorem/pure_to_zcdp.h"

#include "poise/base/interval.h"
#include "privacy/arbitrary.h"
#include "privacy/judge.h"
#include "privacy/reference_values.h"

#include <gtest/gtest.h>
#include <numeric>
#include <rapidcheck/gtest.h>
#include <vector>

namespace poise::internal {
namespace pure_to_zcdp_test {

constexpr unsigned precision = 256;

Interval power(const Interval &base, const Rational &exponent) {
  return exp(Interval(exponent, precision) * log(base));
}

// ln sum P^alpha Q^(1-alpha) / (alpha - 1), as it is defined.
Interval renyi(const std::vector<Interval> &p, const std::vector<Interval> &q, const Rational &alpha) {
  Interval sum(0L, precision);
  for (std::size_t i = 0; i < p.size(); ++i) sum += power(p[i], alpha) * power(q[i], 1 - alpha);
  return log(sum) / Interval(Rational(alpha - 1), precision);
}

std::vector<Interval> randomised_response(const Epsilon &epsilon, bool truth) {
  const Interval odds = exp(Interval(epsilon.exact(), precision));
  const Interval keep = odds / (Interval(1L, precision) + odds);
  const Interval flip = Interval(1L, precision) / (Interval(1L, precision) + odds);
  if (truth) return {flip, keep};
  return {keep, flip};
}

TEST(PureToZcdp, MatchesTheReferenceFromAbove) {
  for (const ReferenceValue &r : pure_rho)
    EXPECT_TRUE(is_just_above(zcdp_of_pure(*Epsilon::parse(r.first))->exact(), number(r.value))) << r.first;
}

TEST(PureToZcdp, RandomisedResponseStaysWithinTheClaimAtEveryOrder) {
  for (const char *text : {"1e-6", "0.01", "0.3", "1", "2", "5", "20", "300"}) {
    const Epsilon epsilon = *Epsilon::parse(text);
    const Rational rho = zcdp_of_pure(epsilon)->exact();
    for (const char *excess : {"1e-9", "1e-4", "0.01", "0.1", "0.5", "1", "2", "3.7", "10", "100", "1e5"}) {
      const Rational alpha = 1 + number(excess);
      const Interval divergence =
          renyi(randomised_response(epsilon, false), randomised_response(epsilon, true), alpha);
      EXPECT_LE(divergence.high(), alpha * rho) << text << " at alpha - 1 = " << excess;
    }
  }
}

TEST(PureToZcdp, NoSmallerRhoWouldDoForRandomisedResponse) {
  for (const char *text : {"0.01", "1", "5"}) {
    const Epsilon epsilon = *Epsilon::parse(text);
    const Rational alpha = 1 + number("1e-12");
    const Interval divergence =
        renyi(randomised_response(epsilon, false), randomised_response(epsilon, true), alpha);
    EXPECT_GT(divergence.low(), zcdp_of_pure(epsilon)->exact() * (1 - number("1e-9"))) << text;
  }
}

struct Pair { // two distributions as integer weights, each out of the same total
  std::vector<Rational> p;
  std::vector<Rational> q;
};

Pair arbitrary_pair() {
  const int outcomes = *rc::gen::inRange(2, 6);
  const auto distribution = [&] {
    const auto weights =
        *rc::gen::container<std::vector<int>>(static_cast<std::size_t>(outcomes), rc::gen::inRange(1, 1000));
    const long total = std::accumulate(weights.begin(), weights.end(), 0L);
    std::vector<Rational> result;
    for (const int weight : weights) result.push_back(ratio(weight, total));
    return result;
  };
  return {distribution(), distribution()};
}

// The largest of P/Q and Q/P: e^epsilon of the pair.
Rational worst_ratio(const Pair &pair) {
  Rational worst = 1;
  for (std::size_t i = 0; i < pair.p.size(); ++i)
    worst = std::max({worst, Rational(pair.p[i] / pair.q[i]), Rational(pair.q[i] / pair.p[i])});
  return worst;
}

RC_GTEST_PROP(PureToZcdp, EveryPurePairIsRandomisedResponsePostProcessed, ()) {
  const Pair pair = arbitrary_pair();
  const Rational odds = worst_ratio(pair);
  RC_PRE(odds > 1);
  const Rational keep = odds / (1 + odds);
  const Rational flip = 1 - keep;
  Rational mass = 0;
  for (std::size_t i = 0; i < pair.p.size(); ++i) {
    const Rational after_first = (keep * pair.p[i] - flip * pair.q[i]) / (keep - flip);
    const Rational after_second = (keep * pair.q[i] - flip * pair.p[i]) / (keep - flip);
    RC_ASSERT(after_first >= 0 && after_second >= 0);
    RC_ASSERT(Rational(keep * after_first + flip * after_second) == pair.p[i]);
    RC_ASSERT(Rational(flip * after_first + keep * after_second) == pair.q[i]);
    mass += after_first;
  }
  RC_ASSERT(mass == 1);
}

RC_GTEST_PROP(PureToZcdp, EveryPurePairStaysWithinTheClaim, ()) {
  const Pair pair = arbitrary_pair();
  const Rational odds = worst_ratio(pair);
  RC_PRE(odds > 1);
  const Epsilon epsilon = *Epsilon::of(log(Interval(odds, precision)).high());
  const Rational rho = zcdp_of_pure(epsilon)->exact();
  std::vector<Interval> p;
  std::vector<Interval> q;
  for (std::size_t i = 0; i < pair.p.size(); ++i) {
    p.emplace_back(pair.p[i], precision);
    q.emplace_back(pair.q[i], precision);
  }
  const Rational alpha = 1 + arbitrary_number(-6, 4);
  RC_ASSERT(renyi(p, q, alpha).low() <= alpha * rho);
}

TEST(PureToZcdp, TheSquareIsExact) {
  EXPECT_EQ(zcdp_of_pure_by_square(*Epsilon::parse("0.2"))->text(), "0.02");
  EXPECT_EQ(pure_for_zcdp_by_square(*Rho::parse("0.02"))->text(), "0.2");
  EXPECT_EQ(pure_for_zcdp_by_square(*Rho::parse("1/18"))->text(), "1/3");
}

TEST(PureToZcdp, RhoBeyondTheUnitIsAnError) {
  EXPECT_FALSE(zcdp_of_pure_by_square(*Epsilon::parse("1e9")));
  EXPECT_EQ(zcdp_of_pure(*Epsilon::parse("1e9"))->text(), "1000000000");
}

RC_GTEST_PROP(PureToZcdp, TightIsNeverAboveTheSquare, ()) {
  const Epsilon epsilon = arbitrary_epsilon(-90, 4);
  RC_ASSERT(*zcdp_of_pure(epsilon) <= *zcdp_of_pure_by_square(epsilon));
  const Rho rho = arbitrary_rho(-90, 4);
  RC_ASSERT(*pure_for_zcdp_by_square(rho) <= *pure_for_zcdp(rho));
}

RC_GTEST_PROP(PureToZcdp, RoundTripsNeverOverspendAndLoseAlmostNothing, ()) {
  const Rho rho = arbitrary_rho(-95, 8);
  const Rational tight = zcdp_of_pure(*pure_for_zcdp(rho))->exact();
  const Rational square = zcdp_of_pure_by_square(*pure_for_zcdp_by_square(rho))->exact();
  RC_ASSERT(tight <= rho.exact() && tight >= rho.exact() * (1 - number("1e-15")));
  RC_ASSERT(square <= rho.exact() && square >= rho.exact() * (1 - number("1e-15")));
}

} // namespace pure_to_zcdp_test
} // namespace poise::internal
