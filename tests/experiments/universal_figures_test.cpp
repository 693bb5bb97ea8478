// The universal figures end in tables with the right rows.
#include "experiments/figures.h"
#include "experiments/frame/results.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace poise::internal::experiments {
namespace universal_figures_test {

// The quick half of a figure: its few rows.
std::vector<Point> small_run(const Figure &figure, double most_x) {
  auto settings = figure.settings({}).value();
  std::erase_if(settings, [&](const Setting &setting) { return setting.x > most_x; });
  return run_trials(figure.name, settings, {.trials = 2, .seed = 3, .threads = 2}).value();
}

std::size_t lines_of(const std::string &text) {
  return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

TEST(UniversalFigures, TablesHaveEveryDistributionBudgetAndContender) {
  for (const Figure *figure : {&universal_means, &universal_variances, &universal_iqrs}) {
    const auto points = small_run(*figure, 2000);
    EXPECT_EQ(points.size(), 7U * 3U * 5U) << figure->name;
    const std::string table = to_csv(*figure, points);
    EXPECT_EQ(lines_of(table), 1 + points.size());
    EXPECT_NE(table.find("\"lognormal(0, 2), epsilon = 0.1\",\"n\",2000,\"universal-tuned\",2,"),
              std::string::npos)
        << table;
    EXPECT_EQ(to_chart(*figure, points).panels.size(), 21U);
    // Guessed bounds never refuse, and nobody is dropped in silence.
    for (const Point &point : points) {
      EXPECT_EQ(point.trials, 2U);
      if (point.series.starts_with("guessed")) {
        EXPECT_EQ(point.refusals, 0U);
      }
    }
  }
}

TEST(UniversalFigures, TheVerdictIsOnSixDistributions) {
  const auto points = small_run(universal_verdict, 1);
  EXPECT_EQ(points.size(), 6U * 2U * 2U);
  const std::string table = to_csv(universal_verdict, points);
  for (const char *name : {"normal(0, 1)", "Laplace(1)", "t(3)", "logistic", "gamma(2)", "5% contaminated"}) {
    EXPECT_NE(table.find("\"" + std::string(name) + "\",\"epsilon\",1,\"universal-tuned\",2,0,"),
              std::string::npos)
        << table;
  }
}

TEST(UniversalFigures, SlopesHaveSevenLawsAndTwoVersions) {
  const auto points = small_run(universal_slopes, 10'000);
  EXPECT_EQ(points.size(), 7U * 3U * 2U);
  const std::string table = to_csv(universal_slopes, points);
  EXPECT_EQ(lines_of(table), 1 + points.size() + 7 * 2 * 2);
}

} // namespace universal_figures_test
} // namespace poise::internal::experiments
