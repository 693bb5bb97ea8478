// Methods by name: those that are there, those to come, and slips.
#include "poise/estimate/mean_methods.h"

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

TEST(MeanMethods, WhoeverNamesNoneGetsTheOneThatFitsWhatTheyKnow) {
  EXPECT_EQ(default_mean_method(true).name, "gaussian");
  EXPECT_EQ(default_mean_method(false).name, "instance-optimal");
  EXPECT_FALSE(default_mean_method(false).wants_bound);
  EXPECT_TRUE(default_mean_method(false).finds_grid);
  EXPECT_EQ(default_pure_mean_method(true).name, "universal-tuned");
  EXPECT_EQ(default_pure_mean_method(false).name, "pure-vector");
  for (const bool one_column : {true, false})
    EXPECT_TRUE(default_pure_mean_method(one_column).run_pure != nullptr);
}

TEST(MeanMethods, AMethodToComeIsNotAvailableAndSaysSo) {
  const auto method = find_mean_method("poise");
  ASSERT_FALSE(method);
  EXPECT_EQ(method.error().kind, ErrorKind::bad_parameter);
  EXPECT_EQ(method.error().wrong, "method poise is not available in this version");
  EXPECT_NE(method.error().remedy.find("gaussian"), std::string::npos);
}

TEST(MeanMethods, ASlipMeetsASuggestion) {
  EXPECT_TRUE(find_mean_method("gausian").error().remedy.starts_with("did you mean gaussian?"));
  EXPECT_FALSE(find_mean_method("zebra").error().remedy.starts_with("did you mean"));
}

} // namespace
} // namespace poise
