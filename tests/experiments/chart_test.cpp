// Charts: every point is where it must be in the colour of its series, and nothing leaves the picture.
#include "experiments/chart/chart.h"

#include "experiments/chart/layout.h"
#include "experiments/chart/style.h"

#include "experiments/temporary_folder.h"

#include <algorithm>
#include <cairo.h>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>

// What the font library keeps to the end of the program looks like a leak to the sanitizer, which asks this
// function what to overlook.
extern "C" const char *__lsan_default_suppressions();  // NOLINT(bugprone-reserved-identifier,cert-dcl*)
extern "C" const char *__lsan_default_suppressions() { // NOLINT(bugprone-reserved-identifier,cert-dcl*)
  return "leak:libfontconfig\n";
}

namespace poise::internal::experiments {
namespace chart_test {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// A chart drawn to a file and read back.
class Picture {
public:
  explicit Picture(const Chart &chart) {
    const TemporaryFolder folder;
    const std::filesystem::path path = folder.path() / "chart.png";
    const std::optional<Error> error = draw_png(chart, path);
    EXPECT_FALSE(error) << error->wrong;
    bytes_ = bytes_of(path);
    surface_ = cairo_image_surface_create_from_png(path.c_str());
    EXPECT_EQ(cairo_surface_status(surface_), CAIRO_STATUS_SUCCESS);
  }
  Picture(const Picture &) = delete;
  Picture &operator=(const Picture &) = delete;
  ~Picture() { cairo_surface_destroy(surface_); }

  int width() const { return cairo_image_surface_get_width(surface_); }
  int height() const { return cairo_image_surface_get_height(surface_); }
  const std::string &bytes() const { return bytes_; }

  Colour pixel(int x, int y) const {
    const std::ptrdiff_t stride = cairo_image_surface_get_stride(surface_), left = x;
    std::uint32_t value = 0;
    std::memcpy(&value, cairo_image_surface_get_data(surface_) + y * stride + 4 * left, 4);
    return {static_cast<std::uint8_t>(value >> 16), static_cast<std::uint8_t>(value >> 8),
            static_cast<std::uint8_t>(value)};
  }
  Colour at(const Place &place) const {
    return pixel(static_cast<int>(place.x * pixels_per_unit), static_cast<int>(place.y * pixels_per_unit));
  }
  // Whether anything is drawn on the outermost pixels.
  bool touches_the_edge() const {
    const Colour white{255, 255, 255};
    for (int x = 0; x < width(); ++x)
      if (pixel(x, 0) != white || pixel(x, height() - 1) != white) return true;
    for (int y = 0; y < height(); ++y)
      if (pixel(0, y) != white || pixel(width() - 1, y) != white) return true;
    return false;
  }

private:
  std::string bytes_;
  cairo_surface_t *surface_;
};

// Series that do not meet: each a power of two above the one before.
Panel panel_of(std::size_t series, const std::string &name = "series ") {
  Panel panel{"a panel", {"dimension", Scale::log2}, {"error", Scale::log10}, {}};
  for (std::size_t s = 0; s < series; ++s) {
    panel.series.push_back({name + std::to_string(s), {}, {}});
    for (int log_x = 4; log_x <= 10; ++log_x) {
      const double x = std::exp2(log_x);
      panel.series[s].x.push_back(x);
      panel.series[s].y.push_back(std::sqrt(x) * std::exp2(s) / 100);
    }
  }
  return panel;
}

void expect_every_point(const Chart &chart) {
  const Picture picture(chart);
  const Layout layout = lay_out(chart);
  const std::vector<std::string> names = names_in_order(chart);
  for (std::size_t p = 0; p < chart.panels.size(); ++p)
    for (const Series &series : chart.panels[p].series)
      for (std::size_t i = 0; i < series.x.size(); ++i) {
        const Place place = place_of(chart.panels[p], layout.panels[p], series.x[i], series.y[i]);
        const auto order = std::ranges::find(names, series.name) - names.begin();
        EXPECT_EQ(picture.at(place), style_of(static_cast<std::size_t>(order)).colour)
            << "panel " << p << ", " << series.name << ", point " << i;
      }
}

TEST(Chart, EveryPointHasTheColourOfItsSeriesWhereItMustBe) {
  expect_every_point({"one", {panel_of(1)}});
  expect_every_point({"three", {panel_of(7), panel_of(3), panel_of(5)}});
  expect_every_point({"twelve series", {panel_of(12)}});
  expect_every_point({"seven panels", std::vector<Panel>(7, panel_of(2))});
  expect_every_point({"each its own y", {panel_of(2), panel_of(6)}, false});
}

// The ticks are drawn by themselves: what is read off the axes is what was to be drawn.
TEST(Chart, APointIsLevelWithTheTicksOfItsValues) {
  const Axis linear{"", Scale::linear};
  const Chart chart{"", {{"", linear, linear, {{"s", {0, 4, 10}, {10, 6, 0}}}}}};
  const Picture picture(chart);
  const Box plot = lay_out(chart).panels[0].plot;
  const Colour blue = style_of(0).colour,
               tick = picture.at({plot.left, plot.top + 40});              // as dark as the frame
  const auto position = [](double value) { return (value + 0.4) / 10.8; }; // 4% of room
  const double x = plot.left + plot.width * position(4), y = plot.bottom() - plot.height * position(6);
  EXPECT_EQ(picture.at({x, y}), blue);
  EXPECT_EQ(picture.at({x, plot.bottom() - 3}), tick);
  EXPECT_EQ(picture.at({plot.left + 3, y}), tick);
  EXPECT_NE(picture.at({x + 5, plot.bottom() - 3}), tick);
  EXPECT_NE(picture.at({plot.left + 3, y + 5}), tick);
}

TEST(Chart, ASeriesLooksTheSameInEveryPanelWhateverItsPlaceThere) {
  Chart chart{"", {panel_of(3), panel_of(3)}};
  std::swap(chart.panels[1].series[0], chart.panels[1].series[2]);
  chart.panels[1].series.erase(chart.panels[1].series.begin() + 1);
  EXPECT_EQ(names_in_order(chart), (std::vector<std::string>{"series 0", "series 1", "series 2"}));
  expect_every_point(chart);
}

TEST(Chart, APointWithoutAPlaceIsLeftOutAndBreaksTheLine) {
  const Chart whole{"", {panel_of(1)}};
  const Panel &panel = whole.panels[0];
  const Layout layout = lay_out(whole);
  const Colour colour = style_of(0).colour;
  const auto middle = [&](std::size_t i) { // of the line from this point to the next
    const Series &s = panel.series[0];
    return place_of(panel, layout.panels[0], std::sqrt(s.x[i] * s.x[i + 1]), std::sqrt(s.y[i] * s.y[i + 1]));
  };
  const Place missing = place_of(panel, layout.panels[0], panel.series[0].x[3], panel.series[0].y[3]);
  EXPECT_EQ(Picture(whole).at(missing), colour);
  EXPECT_EQ(Picture(whole).at(middle(3)), colour);
  for (const double gap : {nan, std::numeric_limits<double>::infinity(), 0.0, -1.0}) {
    Chart chart = whole;
    chart.panels[0].series[0].y[3] = gap;
    const Picture picture(chart);
    EXPECT_NE(picture.at(missing), colour) << gap;
    EXPECT_NE(picture.at(middle(2)), colour) << gap;
    EXPECT_NE(picture.at(middle(3)), colour) << gap;
    EXPECT_EQ(picture.at(middle(1)), colour) << gap;
    EXPECT_EQ(picture.at(middle(4)), colour) << gap;
  }
}

TEST(Chart, PanelsShareTheirYRangeIfAsked) {
  Chart chart{"", {panel_of(1), panel_of(6)}};
  EXPECT_EQ(lay_out(chart).panels[0].y.high, lay_out(chart).panels[1].y.high);
  chart.same_y = false;
  EXPECT_LT(lay_out(chart).panels[0].y.high, lay_out(chart).panels[1].y.high);
}

TEST(Chart, TheSameChartGivesTheSameBytes) {
  const Chart chart{"twice", {panel_of(7), panel_of(7)}};
  EXPECT_EQ(Picture(chart).bytes(), Picture(chart).bytes());
}

TEST(Chart, FourPanelsTakeTwoRows) {
  const Layout three = lay_out({"", std::vector<Panel>(3, panel_of(1))});
  const Layout four = lay_out({"", std::vector<Panel>(4, panel_of(1))});
  EXPECT_EQ(three.width, four.width);
  EXPECT_GT(four.panels[3].cell.top, four.panels[2].plot.bottom());
  EXPECT_EQ(four.panels[3].cell.left, four.panels[0].cell.left);
}

TEST(Chart, NothingRunsOutOfThePicture) {
  const std::string long_name =
      "a name that goes on and on: " + std::string(300, 'm') + " \u03c3\u03c3\u03c3";
  for (const std::size_t panels : {1u, 2u, 3u, 7u}) {
    Panel panel = panel_of(12, long_name);
    panel.title = panel.x.title = panel.y.title = long_name;
    const Chart chart{long_name, std::vector<Panel>(panels, panel)};
    EXPECT_FALSE(Picture(chart).touches_the_edge()) << panels;
    for (const LegendEntry &entry : lay_out(chart).legend) {
      EXPECT_GE(entry.box.left, 0);
      EXPECT_LE(entry.box.right(), lay_out(chart).width);
    }
  }
}

TEST(Chart, ALongNameInGreekIsCutBetweenLetters) {
  std::string name;
  for (int i = 0; i < 400; ++i) name += "\u03c3";
  EXPECT_FALSE(Picture({name, {panel_of(2, name)}}).touches_the_edge());
}

TEST(Chart, LittleOrNoDataIsDrawnAllTheSame) {
  const Axis x{"x", Scale::linear}, y{"y", Scale::linear};
  const Chart charts[] = {
      {"", {}},
      {"no panels", {}},
      {"no series", {{"", x, y, {}}}},
      {"a series without points", {{"", x, y, {{"s", {}, {}}}}}},
      {"no point with a place", {{"", x, y, {{"s", {1, 2}, {nan, nan}}}}}},
      {"one point", {{"", x, y, {{"s", {1}, {2}}}}}},
      {"constant", {{"", x, y, {{"s", {1, 2, 3}, {4, 4, 4}}}}}},
      {"one panel empty", {panel_of(1), {"", x, y, {}}}},
  };
  for (const Chart &chart : charts) EXPECT_FALSE(Picture(chart).touches_the_edge()) << chart.title;
  expect_every_point(charts[5]);
  expect_every_point(charts[6]);
  EXPECT_TRUE(lay_out(charts[4]).panels[0].empty);
}

TEST(Chart, APathThatCannotBeWrittenIsNamed) {
  const TemporaryFolder folder;
  const std::string path = folder.path() / "missing" / "chart.png";
  const std::optional<Error> error = draw_png({"", {panel_of(1)}}, path);
  ASSERT_TRUE(error);
  EXPECT_NE(error->wrong.find(path), std::string::npos) << error->wrong;
  EXPECT_FALSE(error->remedy.empty());
}

TEST(Chart, APictureTooLargeToDrawIsAnErrorAndNoFile) {
  const TemporaryFolder folder;
  const std::string path = folder.path() / "chart.png";
  EXPECT_TRUE(draw_png({"", std::vector<Panel>(600, panel_of(1))}, path));
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(Chart, ASeriesWithMoreXThanYIsABugOfTheCaller) {
  EXPECT_THROW(lay_out({"", {{"", {"", Scale::linear}, {"", Scale::linear}, {{"s", {1, 2}, {1}}}}}}),
               std::logic_error);
}

} // namespace chart_test
} // namespace poise::internal::experiments
