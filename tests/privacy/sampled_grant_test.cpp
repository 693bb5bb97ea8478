// Budget for a sample: handed out once, settled once, never for less than it buys.
#include "poise/privacy/sampled_grant.h"

#include <array>
#include <gtest/gtest.h>

namespace poise::internal {
namespace sampled_grant_test {

SampledGrant of(const char *epsilon, std::uint64_t sampled, std::uint64_t people) {
  return SampledGrant::of(Grant<Epsilon>::open(Epsilon::parse(epsilon).value()),
                          SamplingRate::of(sampled, people).value())
      .value();
}

TEST(SampledGrant, WhatIsBoughtOnASampleCostsWhatWasGranted) {
  for (const char *epsilon : {"0.01", "0.3", "0.75", "2"})
    for (const std::uint64_t sampled : {1U, 10U, 50U, 99U}) {
      SampledGrant grant = of(epsilon, sampled, 100);
      Grant<Epsilon> inner = grant.inner();
      const Epsilon bought = inner.amount();
      EXPECT_LT(Epsilon::parse(epsilon).value(), bought);
      // Back through the theorem: no more than was granted, and little less.
      const Epsilon back = epsilon_after_sampling(bought, SamplingRate::of(sampled, 100).value()).value();
      EXPECT_LE(back.exact(), Epsilon::parse(epsilon)->exact());
      EXPECT_GT(back.exact() * ratio(1000001, 1000000), Epsilon::parse(epsilon)->exact());
      const std::array<unsigned, 2> shares = {1, 3};
      auto parts = std::move(inner).split(shares);
      Receipt<Epsilon> spent = std::move(parts[0]).spend("radius");
      spent.append(std::move(parts[1]).spend("centre"));
      const Receipt<Epsilon> outer = std::move(grant).settle(spent, "range of a sample");
      ASSERT_EQ(outer.steps().size(), 1U);
      EXPECT_EQ(outer.steps()[0].name, "range of a sample");
      EXPECT_EQ(outer.total(), Epsilon::parse(epsilon)->exact());
    }
}

TEST(SampledGrant, OfEverybodyTheStepsAreThemselves) {
  SampledGrant grant = of("3/4", 100, 100);
  Grant<Epsilon> inner = grant.inner();
  EXPECT_EQ(inner.amount().exact(), ratio(3, 4));
  const std::array<unsigned, 2> shares = {1, 2};
  auto parts = std::move(inner).split(shares);
  Receipt<Epsilon> spent = std::move(parts[0]).spend("radius");
  spent.append(std::move(parts[1]).spend("centre"));
  const Receipt<Epsilon> outer = std::move(grant).settle(spent, "range of a sample");
  ASSERT_EQ(outer.steps().size(), 2U);
  EXPECT_EQ(outer.total(), ratio(3, 4));
}

TEST(SampledGrant, NobodySpendsItTwiceOrMoreThanItIs) {
  SampledGrant twice = of("1", 10, 100);
  const Grant<Epsilon> once = twice.inner();
  EXPECT_THROW(twice.inner(), std::logic_error);

  SampledGrant more = of("1", 10, 100);
  const Grant<Epsilon> inner = more.inner();
  const Receipt<Epsilon> too_much =
      Grant<Epsilon>::open(Epsilon::of(inner.amount().exact() * 2).value()).spend("all of it");
  EXPECT_THROW(std::move(more).settle(too_much, "range"), std::logic_error);

  SampledGrant unasked = of("1", 10, 100);
  const Receipt<Epsilon> little = Grant<Epsilon>::open(Epsilon::parse("0.1").value()).spend("a little");
  EXPECT_THROW(std::move(unasked).settle(little, "range"), std::logic_error);
}

} // namespace sampled_grant_test
} // namespace poise::internal
