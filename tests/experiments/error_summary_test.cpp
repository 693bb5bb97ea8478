// Errors in a few numbers, by hand.
#include "experiments/frame/error_summary.h"

#include <cmath>
#include <gtest/gtest.h>
#include <numeric>

namespace poise::internal::experiments {
namespace error_summary_test {

TEST(ErrorSummary, TrimsATenthOnEitherSide) {
  std::vector<double> errors(20);
  std::iota(errors.rbegin(), errors.rend(), 1.0); // 20, …, 1
  errors[0] = 1000;
  const ErrorSummary summary = summarise(errors);
  EXPECT_DOUBLE_EQ(summary.trimmed_mean, (3.0 + 18.0) / 2); // 3 … 18
  EXPECT_DOUBLE_EQ(summary.mean, (190.0 + 1000.0) / 20);    // shows the one that got away
  EXPECT_DOUBLE_EQ(summary.median, 10.5);
}

TEST(ErrorSummary, AFewTrialsAreNotTrimmed) {
  const ErrorSummary summary = summarise({3, 1, 2});
  EXPECT_DOUBLE_EQ(summary.trimmed_mean, 2);
  EXPECT_DOUBLE_EQ(summary.median, 2);
  EXPECT_DOUBLE_EQ(summary.sd, 1);
  const ErrorSummary one = summarise({7});
  EXPECT_DOUBLE_EQ(one.mean, 7);
  EXPECT_DOUBLE_EQ(one.sd, 0);
}

// Squares 0 and 4: mean 2, and sd / (2 root n) = 2.83 / (2 * 1.41 * 1.41) of the root.
TEST(ErrorSummary, TheRootOfTheMeanSquareAndHowWellItIsKnown) {
  const ErrorSummary summary = summarise({0, 2});
  EXPECT_DOUBLE_EQ(summary.rmse, std::sqrt(2));
  EXPECT_DOUBLE_EQ(summary.rmse_std_error, std::sqrt(8.0 / 2 / 2) / 2);
  EXPECT_EQ(summarise({0, 0}).rmse, 0);
  EXPECT_TRUE(std::isinf(summarise({1, INFINITY}).rmse));
  EXPECT_DOUBLE_EQ(summarise({1e300, 1e300}).rmse, 1e300); // whose squares are beyond all doubles
}

} // namespace error_summary_test
} // namespace poise::internal::experiments
