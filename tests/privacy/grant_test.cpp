// Grants: budget is neither made nor lost, however it is split.
#include "poise/privacy/grant.h"

#include "privacy/arbitrary.h"

#include <array>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <type_traits>

namespace poise::internal {
namespace grant_test {

Grant<Rho> half() { return Grant<Rho>::open(*Rho::ratio(1, 2)); }

static_assert(!std::is_copy_constructible_v<Grant<Rho>> && !std::is_copy_assignable_v<Grant<Rho>>);
static_assert(!std::is_move_assignable_v<Grant<Rho>>, "assigning would throw budget away");
static_assert(std::is_nothrow_move_constructible_v<Grant<Rho>>);
static_assert(!std::is_default_constructible_v<Receipt<Rho>>, "a receipt comes from a spent grant only");
static_assert(!std::is_constructible_v<Grant<Rho>, Rho>, "budget comes from open, split and moving");

TEST(Grant, SpendingWritesTheWholeAmountOnTheReceipt) {
  const Receipt<Rho> receipt = half().spend("sum");
  ASSERT_EQ(receipt.steps().size(), 1U);
  EXPECT_EQ(receipt.steps()[0].name, "sum");
  EXPECT_EQ(receipt.total(), ratio(1, 2));
}

TEST(Grant, SharesAreInProportion) {
  const std::array<unsigned, 3> weights{4, 1, 5};
  std::vector<Grant<Rho>> shares = half().split(weights);
  ASSERT_EQ(shares.size(), 3U);
  EXPECT_EQ(shares[0].amount(), *Rho::ratio(2, 10));
  EXPECT_EQ(shares[1].amount(), *Rho::ratio(1, 20));
  EXPECT_EQ(shares[2].amount(), *Rho::ratio(1, 4));
}

TEST(Grant, ReceiptsOfAllSharesAddUpToTheGrant) {
  const std::array<unsigned, 3> weights{1, 1, 1};
  std::vector<Grant<Rho>> shares = half().split(weights);
  Receipt<Rho> receipt = std::move(shares[0]).spend("centre");
  receipt.append(std::move(shares[1]).spend("radius"));
  receipt.append(std::move(shares[2]).spend("sum"));
  EXPECT_EQ(receipt.total(), ratio(1, 2));
  ASSERT_EQ(receipt.steps().size(), 3U);
  EXPECT_EQ(receipt.steps()[2].name, "sum");
}

TEST(Grant, AGrantIsSpentOnce) {
  Grant<Rho> grant = half();
  EXPECT_EQ(std::move(grant).spend("first").total(), ratio(1, 2));
  EXPECT_THROW((void)std::move(grant).spend("second"), std::logic_error);
  EXPECT_THROW((void)grant.amount(), std::logic_error);
}

TEST(Grant, AGrantThatMovedOrSplitIsEmpty) {
  Grant<Rho> grant = half();
  const Grant<Rho> holder = std::move(grant);
  EXPECT_EQ(holder.amount(), *Rho::ratio(1, 2));
  const std::array<unsigned, 1> whole{7};
  EXPECT_THROW((void)std::move(grant).split(whole), std::logic_error);
  Grant<Rho> other = half();
  const std::vector<Grant<Rho>> shares = std::move(other).split(whole);
  EXPECT_EQ(shares[0].amount(), *Rho::ratio(1, 2));
  EXPECT_THROW((void)std::move(other).spend("again"), std::logic_error);
}

TEST(Grant, AnImpossibleSplitLeavesTheGrantWhole) {
  Grant<Rho> grant = half();
  const std::array<unsigned, 2> zero{1, 0};
  EXPECT_THROW((void)std::move(grant).split(zero), std::logic_error);
  EXPECT_THROW((void)std::move(grant).split(std::span<const unsigned>{}), std::logic_error);
  EXPECT_EQ(grant.amount(), *Rho::ratio(1, 2));
}

TEST(Grant, TheSmallestBudgetCanBeSplit) {
  const std::array<unsigned, 2> weights{1, 4'000'000'000U};
  std::vector<Grant<Delta>> shares = Grant<Delta>::open(Delta::smallest()).split(weights);
  EXPECT_EQ(shares[0].amount().exact() + shares[1].amount().exact(), Delta::smallest().exact());
}

// Splits at random, spends everything, and adds the receipts to the given one.
Rational spend_in_pieces(Grant<Epsilon> grant, int depth) {
  if (depth == 0) return std::move(grant).spend("step").total();
  auto weights =
      *rc::gen::nonEmpty(rc::gen::container<std::vector<unsigned>>(rc::gen::inRange(1U, 1000000U)));
  if (weights.size() > 6) weights.resize(6);
  Rational total = 0;
  for (Grant<Epsilon> &share : std::move(grant).split(weights))
    total += spend_in_pieces(std::move(share), depth - 1);
  return total;
}

RC_GTEST_PROP(Grant, NestedSplitsSpendExactlyTheGrant, ()) {
  const Epsilon budget = arbitrary_epsilon(-90, 8);
  RC_ASSERT(spend_in_pieces(Grant<Epsilon>::open(budget), *rc::gen::inRange(0, 4)) == budget.exact());
}

} // namespace grant_test
} // namespace poise::internal
