// Options of the universal estimators: what may be chosen, and the constants of either version.
#include "poise/estimate/universal/universal_options.h"

#include "estimate/universal_laws.h"

#include <gtest/gtest.h>

namespace poise::internal {
namespace universal_options_test {

void expect_same(const RadiusSearch &a, const RadiusSearch &b) {
  EXPECT_EQ(a.noise, b.noise);
  EXPECT_NEAR(a.margin.get_d(), b.margin.get_d(), 1e-12);
  EXPECT_EQ(a.most_margin, b.most_margin);
  EXPECT_EQ(a.ramp, b.ramp);
  EXPECT_EQ(a.rungs_per_octave, b.rungs_per_octave);
}

// Algorithm 3: a threshold of n - (6 / epsilon) log(2 / beta), a third of beta for each search, noise of 2 /
// epsilon and 4 / epsilon, radii that double.
TEST(UniversalOptions, PublishedSearchesHaveThePublishedConstants) {
  const UniversalOptions published{.version = UniversalVersion::published, .beta = ratio(1, 5)};
  for (const RadiusSearch &search :
       {safe_search(published), close_search(published), close_search_for_squares(published)})
    expect_same(search, published_by_hand(0.2));
  EXPECT_GE(safe_search(published).margin.get_d(), 3 * std::log(30.0)); // rounded up
}

TEST(UniversalOptions, HaveNamesAndLimits) {
  EXPECT_EQ(name_of(UniversalVersion::published), "universal");
  EXPECT_EQ(name_of(UniversalVersion::tuned), "universal-tuned");
  EXPECT_FALSE(check_universal_options(UniversalOptions{}));
  EXPECT_FALSE(check_universal_options(UniversalOptions{.bucket = -1074}));
  EXPECT_FALSE(check_universal_options(UniversalOptions{.bucket = 1024}));
  for (const UniversalOptions &wrong :
       {UniversalOptions{.beta = 0}, UniversalOptions{.beta = 1}, UniversalOptions{.beta = -1},
        UniversalOptions{.bucket = -1075}, UniversalOptions{.bucket = 1025}}) {
    ASSERT_TRUE(check_universal_options(wrong));
    EXPECT_EQ(check_universal_options(wrong)->kind, ErrorKind::bad_parameter);
    EXPECT_FALSE(check_universal_options(wrong)->remedy.empty());
  }
}

} // namespace universal_options_test
} // namespace poise::internal
