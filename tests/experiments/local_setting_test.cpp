// Contenders without trust: budgets that are worth the same, and means as good as their models allow.
#include "experiments/frame/local_setting.h"

#include "experiments/figures.h"
#include "experiments/frame/results.h"
#include "poise/random/seeded_bits.h"

#include <cmath>
#include <gtest/gtest.h>
#include <map>

namespace poise::internal::experiments {
namespace local_setting_test {

TEST(LocalSetting, BothReadingsAreOneBudgetInTwoCurrencies) {
  const BudgetPair by_rho = budget_pair(Reading::rho, 1, 1);
  EXPECT_EQ(by_rho.rho.text(), "1");
  EXPECT_NEAR(by_rho.promise.epsilon.display(), 9.52, 0.01);
  EXPECT_EQ(by_rho.promise.delta.text(), "1e-9");
  const BudgetPair by_epsilon = budget_pair(Reading::epsilon, 1, 1);
  EXPECT_EQ(by_epsilon.promise.epsilon.text(), "1");
  EXPECT_NEAR(by_epsilon.rho.display(), 0.01497, 0.00001);
}

// In the paper's setting, d = 8: the baselines are off by about 1, ours by less than a third of that.
TEST(LocalSetting, OursIsBetterThanTheBaselines) {
  SeededBits data(2);
  const Sample sample = unit_columns(local_rows, 8, 5)(data);
  std::map<std::string, double> error;
  for (const Contender &contender : local_contenders(8, local_radius(8), budget_pair(Reading::rho, 1, 1))) {
    SeededBits bits(3);
    const auto value = contender.estimate(sample, bits).value();
    double squares = 0;
    for (std::size_t j = 0; j < value.size(); ++j) squares += std::pow(value[j] - sample.truth[j], 2);
    error[contender.name] = std::sqrt(squares);
  }
  for (const char *baseline : {"KnownVar", "UnkVar"}) {
    EXPECT_LT(error["Shifted-CM"], error[baseline] / 3) << baseline;
    EXPECT_LT(error[baseline], 3) << baseline;
  }
  EXPECT_LT(error["Non-private"], error["Shifted-CM"]);
}

// A thousand rows: a shuffler does what a curator does, and without either there are too few.
TEST(Models, TellWhoRefusesAndWhatIsSent) {
  auto settings = models.settings({}).value();
  // But in 32 columns at epsilon = 1: there a curator has too few as well.
  std::erase_if(settings, [](const Setting &setting) {
    return setting.x > 1'000 || setting.panel == "d = 32, epsilon = 1";
  });
  ASSERT_EQ(settings.size(), 3U);
  const auto points = run_trials("models", settings, {.trials = 2, .seed = 1, .threads = 1});
  ASSERT_TRUE(points);
  for (const Point &point : *points) {
    EXPECT_EQ(point.refusals, point.series == "local" ? 2U : 0U) << point.panel;
    if (point.series != "local") {
      EXPECT_LT(point.error.mean, 2) << point.panel << " " << point.series;
    }
  }
  const std::string table = to_csv(models, *points);
  EXPECT_NE(table.find("trials,refusals,trimmed_mean,mean,median,sd,bytes_a_participant\n"),
            std::string::npos);
  EXPECT_NE(table.find("\"n\",1000,\"local\",2,2,,,,,\n"),
            std::string::npos);                      // no numbers, rather than wrong ones
  EXPECT_NE(table.find(",64\n"), std::string::npos); // eight doubles to a curator
}

} // namespace local_setting_test
} // namespace poise::internal::experiments
