// Tables and charts hold every point, ours and published ones.
#include "experiments/frame/results.h"

#include <array>
#include <gtest/gtest.h>

namespace poise::internal::experiments {
namespace results_test {

constexpr std::array<Published, 2> published = {
    {{"p, 1", 1, "theirs", 0.5}, {"p, 1", 2, "theirs", 0.25, 0.125}}};

const Figure figure = {.name = "fig",
                       .title = "A title",
                       .x_title = "d",
                       .x_scale = Scale::log2,
                       .needs_mnist = false,
                       .settings = nullptr,
                       .published = published};

std::vector<Point> points() {
  return {{"p, 1", 1, "a", 7, {0.1, 0.2, 0.3, 0.4}},
          {"p, 1", 2, "a", 7, {1.1, 1.2, 1.3, 1.4}},
          {"q", 1, "a", 7, {2.1, 2.2, 2.3, 2.4}},
          {"q", 1, "b", 7, {3.1, 3.2, 3.3, 3.4}}};
}

TEST(Results, TheTableHasALineForEveryPoint) {
  EXPECT_EQ(to_csv(figure, points()), "figure,panel,x_name,x,series,trials,trimmed_mean,mean,median,sd\n"
                                      "fig,\"p, 1\",\"d\",1,\"a\",7,0.1,0.2,0.3,0.4\n"
                                      "fig,\"p, 1\",\"d\",2,\"a\",7,1.1,1.2,1.3,1.4\n"
                                      "fig,\"q\",\"d\",1,\"a\",7,2.1,2.2,2.3,2.4\n"
                                      "fig,\"q\",\"d\",1,\"b\",7,3.1,3.2,3.3,3.4\n"
                                      "fig,\"p, 1\",\"d\",1,\"theirs\",,,0.5,,\n"
                                      "fig,\"p, 1\",\"d\",2,\"theirs\",,,0.25,,0.125\n");
}

TEST(Results, BesidePublishedMeansTheChartShowsMeans) {
  const Chart chart = to_chart(figure, points());
  EXPECT_EQ(chart.title, "A title");
  ASSERT_EQ(chart.panels.size(), 2U);
  EXPECT_EQ(chart.panels[0].title, "p, 1");
  EXPECT_EQ(chart.panels[0].x.title, "d");
  EXPECT_EQ(chart.panels[0].x.scale, Scale::log2);
  EXPECT_EQ(chart.panels[0].y.title, "l2 error");
  ASSERT_EQ(chart.panels[0].series.size(), 2U);
  EXPECT_EQ(chart.panels[0].series[0].y, (std::vector<double>{0.2, 1.2}));
  EXPECT_EQ(chart.panels[0].series[1].name, "theirs");
  EXPECT_EQ(chart.panels[0].series[1].x, (std::vector<double>{1, 2}));
  ASSERT_EQ(chart.panels[1].series.size(), 2U);
  EXPECT_EQ(chart.panels[1].series[1].y, (std::vector<double>{3.2}));
}

TEST(Results, APublishedResultWithoutAPanelStandsInEveryOne) {
  constexpr std::array<Published, 1> anywhere = {{{"", 2, "theirs", 0.5}}};
  Figure other = figure;
  other.published = anywhere;
  const Chart chart = to_chart(other, points());
  ASSERT_EQ(chart.panels.size(), 2U);
  for (const Panel &panel : chart.panels) EXPECT_EQ(panel.series.back().name, "theirs");
  const std::string csv = to_csv(other, points());
  EXPECT_NE(csv.find("fig,\"p, 1\",\"d\",2,\"theirs\",,,0.5,,\n"), std::string::npos) << csv;
  EXPECT_NE(csv.find("fig,\"q\",\"d\",2,\"theirs\",,,0.5,,\n"), std::string::npos) << csv;
}

TEST(Results, OtherwiseTheChartShowsTrimmedMeans) {
  Figure alone = figure;
  alone.published = {};
  const Chart chart = to_chart(alone, points());
  ASSERT_EQ(chart.panels[0].series.size(), 1U);
  EXPECT_EQ(chart.panels[0].series[0].y, (std::vector<double>{0.1, 1.1}));
}

TEST(Results, AFigureMayHaveATableAndAPictureOfItsOwn) {
  Figure own = figure;
  own.own_table = [](const Figure &, const std::vector<Point> &all) { return std::to_string(all.size()); };
  own.own_chart = [](const Figure &, const std::vector<Point> &) { return Chart{"mine", {}}; };
  EXPECT_EQ(to_csv(own, points()), "4");
  EXPECT_EQ(to_chart(own, points()).title, "mine");
}

} // namespace results_test
} // namespace poise::internal::experiments
