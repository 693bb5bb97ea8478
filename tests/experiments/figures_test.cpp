// The list of figures: names to ask by, settings that make sense, the paper's numbers.
#include "experiments/figures.h"

#include <gtest/gtest.h>
#include <map>
#include <set>

namespace poise::internal::experiments {
namespace figures_test {

TEST(Figures, HaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (const Figure *figure : figures()) EXPECT_TRUE(names.insert(figure->name).second) << figure->name;
  for (const char *name : {"fig1", "fig2", "fig3", "fig4", "fig5", "fig6", "fig7", "fig8", "fig9", "fig10"})
    EXPECT_TRUE(names.contains(name));
}

TEST(Figures, EveryPanelRunsAlongItsAxisAndComparesSomething) {
  for (const Figure *figure : figures()) {
    if (figure->needs_mnist) continue; // needs the pictures
    if (figure->own_run != nullptr) {  // no chart of settings
      EXPECT_EQ(figure->settings, nullptr);
      continue;
    }
    const auto settings = figure->settings({}).value();
    std::map<std::string, double> last;
    for (const Setting &setting : settings) {
      EXPECT_GE(setting.x, 0) << figure->name;
      if (last.contains(setting.panel)) {
        EXPECT_GT(setting.x, last[setting.panel]) << figure->name;
      }
      EXPECT_TRUE(setting.x > 0 || figure->x_scale == Scale::linear) << figure->name; // or it has no place
      last[setting.panel] = setting.x;
      std::set<std::string> names;
      for (const Contender &contender : setting.contenders)
        EXPECT_TRUE(names.insert(contender.name).second) << contender.name;
      EXPECT_FALSE(names.empty());
    }
    EXPECT_GE(last.size(), 1U);
    EXPECT_LE(last.size(), figure->own_chart != nullptr ? 21U : 4U);
    EXPECT_LT(last.size(), settings.size()) << figure->name; // or some panel would be a single point
    for (const Published &published : figure->published)
      EXPECT_TRUE(published.panel.empty() || last.contains(std::string(published.panel))) << figure->name;
  }
}

TEST(Figures, TheCentralOnesHaveThePapersAxesAndSeries) {
  for (const Figure *figure : {&figure_1, &figure_2, &figure_3, &figure_4}) {
    const auto settings = figure->settings({}).value();
    EXPECT_EQ(settings.front().x, figure->x_title == "d" ? 16 : 0.125);
    EXPECT_EQ(settings.back().x, figure->x_title == "d" ? 1024 : 2);
    std::set<std::string> names;
    for (const Contender &contender : settings.front().contenders) names.insert(contender.name);
    for (const char *name : {"Non-private", "CoinPress t = 1", "CoinPress t = 2", "CoinPress t = 3",
                             "CoinPress t = 4", "CoinPress t = 10", "CM", "Shifted-CM"})
      EXPECT_TRUE(names.contains(name)) << figure->name << " " << name;
  }
}

TEST(Figures, TheLocalOnesHaveThePapersAxesAndSeries) {
  struct Axis {
    const Figure *figure;
    double first, last;
  };
  for (const auto &[figure, first, last] :
       {Axis{&figure_8, 2, 32}, Axis{&figure_8_epsilon, 2, 32}, Axis{&figure_9, 0.5, 2.5},
        Axis{&figure_9_epsilon, 0.5, 2.5}, Axis{&figure_10, 100, 500}, Axis{&figure_10_epsilon, 100, 500}}) {
    const auto settings = figure->settings({}).value();
    EXPECT_EQ(settings.size(), 15U);
    EXPECT_EQ(settings.front().x, first);
    EXPECT_EQ(settings.back().x, last);
    std::set<std::string> names;
    for (const Contender &contender : settings.front().contenders) names.insert(contender.name);
    EXPECT_EQ(names, (std::set<std::string>{"UnkVar", "KnownVar", "Non-private", "Shifted-CM"}));
  }
}

TEST(Figures, PicturesThatAreNotThereAreAnError) {
  const auto settings = figure_6.settings({.mnist = "no such folder"});
  ASSERT_FALSE(settings);
  EXPECT_NE(settings.error().wrong.find("no such folder"), std::string::npos);
}

} // namespace figures_test
} // namespace poise::internal::experiments
