// Table 2: which variances are far off and which are not, and by how much.
#include "experiments/figures.h"
#include "experiments/frame/trials.h"

#include <gtest/gtest.h>
#include <map>

namespace poise::internal::experiments {
namespace table_2_test {

// Quantiles taken for something else are off by what they are off: 1 - 0.674 and 1.282 - 1 standard
// deviations, 1 - 0.455 and 1.642 - 1 variances. The others are within a few percent: their standard errors
// are about 1.5% from sampling, and 2% where rho = 0.001 adds most, so that a mean over 10 trials beyond 6%
// would be many standard errors away; the seed is fixed.
TEST(Table2, WrongQuantilesAreWrongByWhatTheyAreAndTheOthersAreClose) {
  const auto settings = plan_table_2.settings({}).value();
  const auto points = run_trials("t", settings, {.trials = 10, .seed = 1, .threads = 2}).value();
  ASSERT_EQ(points.size(), 4U * 2U * 6U);
  for (const Point &point : points) {
    const bool squared = point.panel.starts_with("variance");
    if (point.series == "direct-075") {
      EXPECT_NEAR(point.error.mean, squared ? 0.545 : 0.326, 0.03) << point.panel;
    } else if (point.series == "direct-09") {
      EXPECT_NEAR(point.error.mean, squared ? 0.642 : 0.282, 0.06) << point.panel;
    } else {
      EXPECT_LT(point.error.mean, squared ? 0.12 : 0.06) << point.panel << " " << point.series;
    }
  }
}

TEST(Table2, PublishedNumbersStandBesideStandardDeviations) {
  std::map<std::string, int> cells;
  for (const Published &published : plan_table_2.published) ++cells[std::string(published.panel)];
  EXPECT_EQ(cells, (std::map<std::string, int>{{"standard deviation, rho = 0.001", 10},
                                               {"standard deviation, rho = 0.01", 10}}));
}

} // namespace table_2_test
} // namespace poise::internal::experiments
