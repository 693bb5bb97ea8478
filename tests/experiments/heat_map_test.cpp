// Heat maps: every ratio has its colour where it must be, and nothing leaves the picture.
#include "experiments/chart/heat_map.h"

#include "experiments/chart/heat_map_layout.h"

#include "experiments/temporary_folder.h"

#include <cairo.h>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>

namespace poise::internal::experiments {
namespace heat_map_test {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// A map drawn to a file and read back.
class Picture {
public:
  explicit Picture(const HeatMap &map) {
    const TemporaryFolder folder;
    const std::filesystem::path path = folder.path() / "map.png";
    EXPECT_FALSE(draw_png(map, path));
    surface_ = cairo_image_surface_create_from_png(path.c_str());
    EXPECT_EQ(cairo_surface_status(surface_), CAIRO_STATUS_SUCCESS);
  }
  Picture(const Picture &) = delete;
  Picture &operator=(const Picture &) = delete;
  ~Picture() { cairo_surface_destroy(surface_); }

  int width() const { return cairo_image_surface_get_width(surface_); }
  int height() const { return cairo_image_surface_get_height(surface_); }

  Colour pixel(int x, int y) const {
    const std::ptrdiff_t stride = cairo_image_surface_get_stride(surface_), left = x;
    std::uint32_t value = 0;
    std::memcpy(&value, cairo_image_surface_get_data(surface_) + y * stride + 4 * left, 4);
    return {static_cast<std::uint8_t>(value >> 16), static_cast<std::uint8_t>(value >> 8),
            static_cast<std::uint8_t>(value)};
  }

private:
  cairo_surface_t *surface_;
};

const HeatMap map{"a title", {"one", "two", "three"}, {"left", "right"}, {1, 2, 0.5, 8, nan, 0.1}};

TEST(HeatMap, EveryCellHasTheColourOfItsRatio) {
  const Picture picture(map);
  const HeatMapLayout layout = lay_out(map);
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t column = 0; column < 2; ++column) {
      const Box cell = layout.cell(row, column); // beside its number
      const Colour found = picture.pixel(static_cast<int>((cell.left + 5) * pixels_per_unit),
                                         static_cast<int>((cell.top + 3) * pixels_per_unit));
      EXPECT_EQ(found, colour_of(map.ratios[2 * row + column])) << row << " " << column;
    }
}

TEST(HeatMap, ColoursAreWhiteAtOneAndDeepenToFour) {
  EXPECT_EQ(colour_of(1), (Colour{255, 255, 255}));
  EXPECT_GT(colour_of(2).red, colour_of(3).red);
  EXPECT_GT(colour_of(0.5).blue, colour_of(0.3).blue);
  EXPECT_EQ(colour_of(4), colour_of(1e300));
  EXPECT_EQ(colour_of(0.25), colour_of(1e-300));
  EXPECT_NE(colour_of(4), colour_of(0.25));
}

TEST(HeatMap, WhatIsNoRatioIsGrey) {
  const Colour grey = colour_of(nan);
  EXPECT_EQ(grey.red, grey.green);
  EXPECT_EQ(grey.red, grey.blue);
  for (const double none : {0.0, -1.0, static_cast<double>(INFINITY)}) EXPECT_EQ(colour_of(none), grey);
}

TEST(HeatMap, NothingRunsOutOfThePicture) {
  const std::string longest(300, 'm');
  const Picture picture({longest, {longest, "b"}, {longest}, {1, 1}});
  const Colour white{255, 255, 255};
  for (int x = 0; x < picture.width(); ++x) {
    EXPECT_EQ(picture.pixel(x, 0), white);
    EXPECT_EQ(picture.pixel(x, picture.height() - 1), white);
  }
  for (int y = 0; y < picture.height(); ++y) {
    EXPECT_EQ(picture.pixel(0, y), white);
    EXPECT_EQ(picture.pixel(picture.width() - 1, y), white);
  }
}

TEST(HeatMap, AnEmptyOneIsDrawnAllTheSame) { EXPECT_GT(Picture({"nothing", {}, {}, {}}).width(), 0); }

TEST(HeatMap, MoreRatiosThanCellsAreABugOfTheCaller) {
  EXPECT_THROW(lay_out(HeatMap{"", {"a"}, {"b"}, {1, 2}}), std::logic_error);
}

} // namespace heat_map_test
} // namespace poise::internal::experiments
