// The budgets behind the published results, and who is compared beside them.
#include "experiments/plan/gaussian_contenders.h"

#include "experiments/frame/normal_setting.h"
#include "experiments/plan/published_gaussian.h"

#include <gtest/gtest.h>
#include <set>
#include <tuple>

namespace poise::internal::experiments {
namespace gaussian_contenders_test {

// The published program divides rho as plan does, and then spends twelve times what it says on medians and
// variances.
TEST(TheirBudget, IsWhatThePublishedProgramSpends) {
  constexpr PlanShares said = {};
  const unsigned all_said = said.centre + said.variances + said.radius + said.sum;
  const unsigned all = their_shares.centre + their_shares.variances + their_shares.radius + their_shares.sum;
  const Rho rho = rho_of(1, 8);
  const auto spent = [&](unsigned share) { return Rational(their_budget(rho).exact() * share / all); };
  const auto named = [&](unsigned share) { return Rational(rho.exact() * share / all_said); };
  EXPECT_EQ(spent(their_shares.centre), 12 * named(said.centre));
  EXPECT_EQ(spent(their_shares.variances), 12 * named(said.variances));
  EXPECT_EQ(spent(their_shares.radius), named(said.radius));
  EXPECT_EQ(spent(their_shares.sum), named(said.sum));
  EXPECT_EQ(their_budget(rho).exact(), rho.exact() * 15 / 4);
}

TEST(GaussianContenders, KnowTheRangeAndRoundLessThanChanceMoves) {
  const GaussianData data = gaussian_data_c(10'000, 16);
  const Grid grid = knowledge_of(data, rho_of(1, 1)).grid;
  EXPECT_GE(grid.step() * grid.bound(), rational(data.range));
  EXPECT_LE(grid.step(), ratio(1, 1000)); // a tenth of the least standard deviation, over sqrt(n)
}

TEST(GaussianContenders, StandAtTheirPlacesInThreePanels) {
  const auto compare = [](const GaussianData &data, const Rho &rho) {
    return std::vector{iome_on(data, rho), iome_at_their_split(data, rho), plan_on(data, rho),
                       plan_at_their_budget(data, rho), plan_noscale_on(data, rho)};
  };
  const auto settings = over_budgets(along_dimensions(gaussian_data_a, independent, 10, 4, 5), compare);
  ASSERT_EQ(settings.size(), 6U);
  EXPECT_EQ(settings[0].panel, "rho = 0.125");
  EXPECT_EQ(settings[5].panel, "rho = 1");
  EXPECT_EQ(settings[5].x, 32);
  std::set<std::string> names;
  for (const Contender &contender : settings[0].contenders) names.insert(contender.name);
  EXPECT_EQ(names, (std::set<std::string>{"IOME", "IOME, their split", "PLAN", "PLAN, their budget",
                                          "PLAN-noscale"}));
}

TEST(PublishedGaussian, EveryStretchOfATableHasItsCellsOnce) {
  for (const PublishedGaussian *table : {&published_a, &published_b, &published_c}) {
    std::set<std::tuple<std::string_view, double, std::string_view>> seen;
    for (const Published &cell : table->all) {
      EXPECT_TRUE(seen.insert({cell.panel, cell.x, cell.series}).second);
      EXPECT_GT(cell.mean, 0);
      EXPECT_GT(cell.sd, 0);
    }
    for (const Published &cell : table->without_noscale()) {
      EXPECT_LE(cell.x, 1024);
      EXPECT_NE(cell.series, noscale_series);
    }
    for (const Published &cell : table->with_noscale()) EXPECT_LE(cell.x, 1024);
    for (const Published &cell : table->up_to_2048()) EXPECT_NE(cell.series, noscale_series);
  }
  EXPECT_EQ(published_a.without_noscale().size(), 3U * 7 * 3);
  EXPECT_EQ(published_b.without_noscale().size(), 3U * 5 * 3);
  EXPECT_EQ(published_c.up_to_2048().size(), 3U * 8 * 3);
}

} // namespace gaussian_contenders_test
} // namespace poise::internal::experiments
