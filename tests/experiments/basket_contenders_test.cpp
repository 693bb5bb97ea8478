// Contenders on zeros and ones differ by what they know, and errors are halves of l1 distances.
#include "experiments/baskets/basket_contenders.h"

#include "experiments/baskets/coin_columns.h"
#include "experiments/frame/normal_setting.h"
#include "experiments/frame/trials.h"

#include <gtest/gtest.h>
#include <map>

namespace poise::internal::experiments {
namespace basket_contenders_test {

TEST(BasketContenders, OracleVariancesHaveTheAverageOnTop) {
  const std::vector<double> variances = oracle_variances({0.5, 0.2, 0, 1});
  const double average = (0.5 + 0.4) / 4; // of the standard deviations 1/2, 2/5, 0 and 0
  ASSERT_EQ(variances.size(), 4U);
  EXPECT_DOUBLE_EQ(variances[0], (0.5 + average) * (0.5 + average) / 4);
  EXPECT_DOUBLE_EQ(variances[1], (0.4 + average) * (0.4 + average) / 4);
  EXPECT_DOUBLE_EQ(variances[2], average * average / 4);
  EXPECT_DOUBLE_EQ(variances[3], average * average / 4);
}

// A quarter of the columns fair, the rest rare: scaling by known variances is better than by estimated ones
// or none, and both are better than rotating. The noise of 128 columns averages out: over 8 trials these
// means differ by many of their standard deviations, and the seed is fixed.
TEST(BasketContenders, RankAsThePaperSays) {
  std::vector<Setting> both;
  for (const BasketFigure figure : {BasketFigure::variances, BasketFigure::scaling}) {
    Setting setting{.panel = figure == BasketFigure::variances ? "5" : "9",
                    .x = 1,
                    .draw = [](Bits &bits) { return coin_sample(4096, 128, 32, bits); },
                    .contenders = basket_contenders(figure, rho_of(1, 64))};
    setting.contenders.push_back(iome(rho_of(1, 64)));
    measure_half_l1(setting);
    both.push_back(std::move(setting));
  }
  const auto points = run_trials("f", both, {.trials = 8, .seed = 1, .threads = 2}).value();
  std::map<std::string, double> error;
  for (const Point &point : points) error[point.series] = point.error.mean;
  ASSERT_EQ(error.size(), 4U);
  EXPECT_LT(error["PLAN-oracle"], error["PLAN"]);
  EXPECT_LT(error["PLAN"], error["PLAN-noscale"]);
  EXPECT_LT(error["PLAN-noscale"], error["IOME"]);
}

TEST(BasketContenders, ErrorsAreHalfOfL1Distances) {
  const Contender off{"off", [](const Sample &sample, Bits &) {
                        return Result(std::vector<double>{sample.truth[0] + 0.3, sample.truth[1] - 0.1});
                      }};
  Setting setting{.panel = "p",
                  .x = 1,
                  .draw = [](Bits &bits) { return coin_sample(10, 2, 1, bits); },
                  .contenders = {off}};
  measure_half_l1(setting);
  EXPECT_DOUBLE_EQ(run_trials("f", {setting}, {.trials = 1, .seed = 1, .threads = 1}).value()[0].error.mean,
                   0.2);
}

} // namespace basket_contenders_test
} // namespace poise::internal::experiments
