// Methods by name: those that are there, and slips.
#include "poise/estimate/mean/mean_methods.h"

#include <gtest/gtest.h>

namespace poise::internal {
namespace mean_methods_test {

TEST(MeanMethods, EveryListedMethodIsFoundByItsName) {
  ASSERT_FALSE(mean_methods().empty());
  for (const MeanMethod &method : mean_methods()) {
    const auto found = find_mean_method(method.name);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->name, method.name);
    EXPECT_FALSE(method.summary.empty() || method.detail.empty() || method.assumes.empty());
    EXPECT_TRUE(method.run != nullptr || method.run_pure != nullptr);
  }
}

TEST(MeanMethods, TheDefaultIsShownFirstAndAnswersWhateverBudgetIsGiven) {
  EXPECT_EQ(mean_methods().front().name, default_mean_method().name);
  EXPECT_TRUE(default_mean_method().gives_pure() && default_mean_method().gives_zcdp());
  EXPECT_TRUE(find_mean_method(default_mean_method().name));
}

TEST(MeanMethods, WhoTakesAnOptionIsToldFromTheEntries) {
  EXPECT_EQ(takers_of(MeanOption::steps), "coinpress");
  EXPECT_EQ(takers_of(MeanOption::norm), "poise and plan");
  EXPECT_EQ(takers_of(MeanOption::clip_quantile),
            "instance-optimal, by-column, clipped, plan and plan-noscale");
  for (const MeanMethod &method : mean_methods())
    EXPECT_EQ(method.takes.contains(MeanOption::bound), !method.name.starts_with("universal"));
}

TEST(MeanMethods, ASlipMeetsASuggestion) {
  EXPECT_TRUE(find_mean_method("gausian").error().remedy.starts_with("did you mean gaussian?"));
  EXPECT_TRUE(find_mean_method("posie").error().remedy.starts_with("did you mean poise?"));
  EXPECT_FALSE(find_mean_method("zebra").error().remedy.starts_with("did you mean"));
}

} // namespace mean_methods_test
} // namespace poise::internal
