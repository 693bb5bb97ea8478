// Errors in a few numbers, by hand.
#include "experiments/frame/error_summary.h"

#include <gtest/gtest.h>
#include <numeric>

namespace poise::experiments {
namespace {

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

} // namespace
} // namespace poise::experiments
