// Methods by name: those that are there, and slips.
#include "poise/estimate/mean/mean_methods.h"

#include <gtest/gtest.h>

namespace poise {
namespace {

TEST(MeanMethods, EveryListedMethodIsFoundByItsName) {
  ASSERT_FALSE(mean_methods().empty());
  for (const MeanMethod &method : mean_methods()) {
    const auto found = find_mean_method(method.name);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->name, method.name);
    EXPECT_FALSE(method.summary.empty() || method.detail.empty() || method.assumes.empty());
    EXPECT_TRUE(method.run != nullptr || method.run_pure != nullptr);
    EXPECT_TRUE(method.run != nullptr || !method.finds_grid); // bounds_free_mean runs it in zCDP
  }
}

TEST(MeanMethods, ASlipMeetsASuggestion) {
  EXPECT_TRUE(find_mean_method("gausian").error().remedy.starts_with("did you mean gaussian?"));
  EXPECT_TRUE(find_mean_method("posie").error().remedy.starts_with("did you mean poise?"));
  EXPECT_FALSE(find_mean_method("zebra").error().remedy.starts_with("did you mean"));
}

} // namespace
} // namespace poise
