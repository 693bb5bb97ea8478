// One whole Renyi order: what it is worth, never more than all real orders together.
#include "poise/privacy/theorem/renyi_order.h"

#include "arbitrary.h"
#include "judge.h"
#include "poise/privacy/theorem/zcdp_to_approximate.h"

#include <cmath>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace poise::internal {
namespace renyi_order_test {

RenyiBudget budget(const char *epsilon, const char *delta) {
  return *renyi_budget(*Epsilon::parse(epsilon), *Delta::parse(delta));
}

// The promise read forwards: c e^((a-1)(a rho-eps)), c = (1-1/a)^a/(a-1).
long double delta_at(const RenyiBudget &budget, long double epsilon) {
  const auto a = static_cast<long double>(budget.order);
  const auto rho = static_cast<long double>(budget.rho.display());
  return std::pow(1 - 1 / a, a) / (a - 1) * std::exp((a - 1) * (a * rho - epsilon));
}

TEST(RenyiOrder, DeltaAtThatOrderIsTheOnePromised) {
  for (const char *epsilon : {"0.01", "0.1", "0.5", "1", "3", "10", "100"}) {
    for (const char *delta : {"1e-12", "1e-9", "1e-6", "1e-3"}) {
      const RenyiBudget found = budget(epsilon, delta);
      const auto eps = static_cast<long double>(std::strtod(epsilon, nullptr));
      EXPECT_NEAR(static_cast<double>(delta_at(found, eps) / std::strtold(delta, nullptr)), 1, 1e-10)
          << epsilon << ' ' << delta;
    }
  }
}

TEST(RenyiOrder, IsNeverWorthMoreThanTheBestRealOrderAndHardlyLess) {
  for (const char *epsilon : {"0.02", "0.1", "0.5", "1", "3"}) {
    for (const char *delta : {"1e-12", "1e-9", "1e-6"}) {
      const Rho best = *rho_for(*Epsilon::parse(epsilon), *Delta::parse(delta));
      const RenyiBudget found = budget(epsilon, delta);
      EXPECT_LE(found.rho.exact(), best.exact() * (1 + number("1e-15")));
      EXPECT_GE(found.rho.exact(), best.exact() * ratio(98, 100)) << epsilon << ' ' << delta;
    }
  }
}

TEST(RenyiOrder, NeighbouringOrdersAreNotBetter) {
  for (const char *epsilon : {"0.1", "1", "5"}) {
    const RenyiBudget found = budget(epsilon, "1e-9");
    for (const int step : {-1, 1}) {
      RenyiBudget other = found;
      other.order = static_cast<unsigned>(static_cast<int>(found.order) + step);
      EXPECT_GT(delta_at(other, std::strtold(epsilon, nullptr)),
                0.999999e-9L); // the same rho costs more there
    }
  }
}

RC_GTEST_PROP(RenyiOrder, NeverOverspends, ()) {
  const Epsilon epsilon = arbitrary_epsilon(-2, 6);
  const Delta delta = arbitrary_delta();
  const Result<RenyiBudget> found = renyi_budget(epsilon, delta);
  if (!found) return;
  RC_ASSERT(found->order >= 2U && found->order <= largest_renyi_order);
  RC_ASSERT((found->rho.exact() <= rho_for(epsilon, delta)->exact() * (1 + number("1e-15"))));
  RC_ASSERT((delta_of(found->rho, epsilon)->exact() <= delta.exact() * (1 + number("1e-15"))));
}

TEST(RenyiOrder, NumbersBeyondTheRangeOfDoublesAreSafe) {
  const Rational thin = ratio(1, power_of_two(4000));
  EXPECT_TRUE(renyi_budget(*Epsilon::parse("1000"), *Delta::of(thin)));
  EXPECT_TRUE(renyi_budget(*Epsilon::parse("1"), *Delta::of(1 - thin)));
  EXPECT_TRUE(renyi_budget(*Epsilon::parse("1e9"), *Delta::parse("1e-9")));
}

TEST(RenyiOrder, AnErrorWhereNoOrderLeavesAnything) {
  EXPECT_EQ(renyi_budget(*Epsilon::parse("1e-3"), *Delta::parse("1e-9")).error().wrong,
            "epsilon = 0.001 with delta = 1e-09 leaves nothing to spend at any order from 2 to 4096");
  EXPECT_FALSE(renyi_budget(*Epsilon::of(ratio(1, power_of_two(4000))), *Delta::parse("1e-9")));
}

} // namespace renyi_order_test
} // namespace poise::internal
