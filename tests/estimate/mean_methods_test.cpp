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
    EXPECT_NE(method.run, nullptr);
  }
}

TEST(MeanMethods, WhoeverNamesNoneGetsTheOneThatFitsWhatTheyKnow) {
  EXPECT_EQ(default_mean_method(true).name, "gaussian");
  EXPECT_EQ(default_mean_method(false).name, "instance-optimal");
  EXPECT_FALSE(default_mean_method(false).wants_bound);
}

TEST(MeanMethods, AMethodToComeIsNotAvailableAndSaysSo) {
  const auto method = find_mean_method("universal");
  ASSERT_FALSE(method);
  EXPECT_EQ(method.error().kind, ErrorKind::bad_parameter);
  EXPECT_EQ(method.error().wrong, "method universal is not available in this version");
  EXPECT_NE(method.error().remedy.find("gaussian"), std::string::npos);
}

TEST(MeanMethods, ASlipMeetsASuggestion) {
  EXPECT_TRUE(find_mean_method("gausian").error().remedy.starts_with("did you mean gaussian?"));
  EXPECT_FALSE(find_mean_method("zebra").error().remedy.starts_with("did you mean"));
}

} // namespace
} // namespace poise
