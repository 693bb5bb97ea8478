// A receipt in either unit: the same steps and total, and units never mix.
#include "poise/privacy/any_receipt.h"

#include "poise/privacy/grant.h"

#include <gtest/gtest.h>
#include <stdexcept>

namespace poise::internal {
namespace any_receipt_test {

Receipt<Rho> zcdp(const char *amount, const char *step) {
  return Grant<Rho>::open(Rho::parse(amount).value()).spend(step);
}
Receipt<Epsilon> pure(const char *amount, const char *step) {
  return Grant<Epsilon>::open(Epsilon::parse(amount).value()).spend(step);
}

TEST(AnyReceipt, SaysWhatTheReceiptSays) {
  Receipt<Epsilon> two = pure("1/3", "scale");
  two.append(pure("1/7", "sum"));
  const AnyReceipt any = two;
  EXPECT_TRUE(any.is_pure());
  EXPECT_EQ(any.total(), ratio(10, 21));
  ASSERT_EQ(any.steps().size(), 2U);
  EXPECT_EQ(any.steps()[0].name, "scale");
  EXPECT_EQ(any.steps()[0].amount, ratio(1, 3));
  EXPECT_EQ(any.steps()[1].name, "sum");
  EXPECT_EQ(any.steps()[1].amount, ratio(1, 7));
  const AnyReceipt of_rho = zcdp("1/2", "sum");
  EXPECT_FALSE(of_rho.is_pure());
  EXPECT_EQ(of_rho.total(), ratio(1, 2));
}

TEST(AnyReceipt, AppendsStepsInOrderAndAddsUpExactly) {
  AnyReceipt first = zcdp("1/100", "scale");
  AnyReceipt second = zcdp("1/50", "magnitude");
  second.append(zcdp("97/100", "sum"));
  first.append(second);
  EXPECT_EQ(first.total(), 1);
  ASSERT_EQ(first.steps().size(), 3U);
  EXPECT_EQ(first.steps()[0].name, "scale");
  EXPECT_EQ(first.steps()[1].name, "magnitude");
  EXPECT_EQ(first.steps()[2].name, "sum");
  EXPECT_EQ(second.steps().size(), 2U); // as it was
}

TEST(AnyReceipt, AppendedToItselfCountsTwice) {
  AnyReceipt receipt = pure("1/3", "scale");
  receipt.append(receipt);
  EXPECT_EQ(receipt.total(), ratio(2, 3));
  EXPECT_EQ(receipt.steps().size(), 2U);
}

TEST(AnyReceipt, UnitsThatDifferNeverAddUp) {
  AnyReceipt rho = zcdp("1/2", "sum"), epsilon = pure("1/2", "sum");
  EXPECT_THROW(rho.append(epsilon), std::logic_error);
  EXPECT_THROW(epsilon.append(rho), std::logic_error);
  EXPECT_EQ(rho.total(), ratio(1, 2)); // and stay as they were
  EXPECT_EQ(epsilon.steps().size(), 1U);
}

} // namespace any_receipt_test
} // namespace poise::internal
