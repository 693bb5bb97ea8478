// Basic composition: sums, exactly, or a refusal.
#include "poise/privacy/theorem/composition.h"

#include <gtest/gtest.h>
#include <vector>

namespace poise::internal {
namespace composition_test {

TEST(Composition, LossesAddUpExactly) {
  const std::vector<Rho> rhos{*Rho::parse("0.1"), *Rho::parse("0.2"), *Rho::parse("1/3")};
  EXPECT_EQ(compose(rhos)->exact(), ratio(19, 30));
  const std::vector<Epsilon> epsilons(10, *Epsilon::parse("0.1"));
  EXPECT_EQ(compose(epsilons)->text(), "1");
  const std::vector<Delta> deltas(3, *Delta::parse("1e-9"));
  EXPECT_EQ(compose(deltas)->text(), "3e-9");
}

TEST(Composition, PairsAddUpInBothParts) {
  const std::vector<Approximate> pairs(4, {*Epsilon::parse("0.25"), *Delta::parse("1e-6")});
  EXPECT_EQ(*compose(pairs), (Approximate{*Epsilon::parse("1"), *Delta::parse("4e-6")}));
}

TEST(Composition, DeltasThatReachOneAreAnError) {
  const std::vector<Delta> halves(2, *Delta::parse("0.5"));
  EXPECT_EQ(compose(halves).error().wrong, "delta must be below 1, got 1");
  const std::vector<Approximate> pairs(3, {*Epsilon::parse("1"), *Delta::parse("0.5")});
  EXPECT_EQ(compose(pairs).error().wrong, "delta must be below 1, got 1.5");
}

TEST(Composition, TotalsBeyondTheUnitAreAnError) {
  const std::vector<Rho> rhos(2, *Rho::parse("1e9"));
  EXPECT_EQ(compose(rhos).error().wrong, "rho must be at most 1e9, got 2000000000");
}

TEST(Composition, NothingHasNoLossToName) {
  EXPECT_FALSE(compose(std::span<const Rho>{}));
  EXPECT_FALSE(compose(std::span<const Approximate>{}));
}

} // namespace composition_test
} // namespace poise::internal
