// A budget taken step by step: pieces add up to the whole, exactly, and never to more.
#include "poise/privacy/adaptive_budget.h"

#include <gtest/gtest.h>

namespace poise::internal {
namespace adaptive_budget_test {

AdaptiveBudget budget_of(const char *text) {
  return AdaptiveBudget(Grant<Rho>::open(Rho::parse(text).value()));
}

TEST(AdaptiveBudget, PiecesAddUpToTheWhole) {
  constexpr double part = 1.0 / AdaptiveBudget::parts;
  for (const char *text : {"0.5", "1/3", "1e-6", "40"}) {
    AdaptiveBudget budget = budget_of(text);
    const double whole = budget.whole();
    Rational taken = 0;
    for (const double share : {0.003, 0.015, 1e-9, 0.25, 0.1234567}) {
      const double before = budget.left(), said = budget.rounded(share * whole);
      const auto receipt = budget.take(share * whole).spend("a step");
      taken += receipt.total();
      EXPECT_NEAR(receipt.total().get_d(), said, 1e-12 * whole);
      EXPECT_NEAR(said, std::max(share, part) * whole, 0.5 * part * whole);
      EXPECT_NEAR(budget.left(), before - said, 1e-12 * whole);
    }
    const double left = budget.left();
    const auto rest = std::move(budget).take_the_rest().spend("the rest");
    EXPECT_NEAR(rest.total().get_d(), left, 1e-12 * whole);
    EXPECT_EQ(taken + rest.total(), Rho::parse(text).value().exact());
  }
}

TEST(AdaptiveBudget, NobodyTakesMoreThanIsLeft) {
  AdaptiveBudget budget = budget_of("1");
  (void)budget.take(0.9).spend("most");
  EXPECT_THROW((void)budget.take(0.11), std::logic_error);
  EXPECT_THROW((void)budget.take(0.1), std::logic_error); // nothing would be left for the rest
  EXPECT_THROW((void)budget.take(std::numeric_limits<double>::quiet_NaN()), std::logic_error);
  (void)budget.take(0.0999).spend("nearly all");
  EXPECT_EQ(std::move(budget).take_the_rest().spend("rest").total(), ratio(1, 10000));
}

} // namespace adaptive_budget_test
} // namespace poise::internal
