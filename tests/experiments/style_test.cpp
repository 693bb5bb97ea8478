// Styles: series can be told apart by readers of every kind of colour vision, and in grey.
#include "experiments/chart/style.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>

namespace poise::internal::experiments {
namespace style_test {

using Triple = std::array<double, 3>;
using Matrix = std::array<Triple, 3>;

// Full deuteranopia, protanopia and tritanopia by Machado, Oliveira and Fernandes (2009), for linear RGB;
// last, ordinary vision.
constexpr std::array<Matrix, 4> visions = {{
    {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
    {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
    {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}},
    {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
}};
constexpr Matrix xyz_over_white = {
    {{0.4339, 0.3762, 0.1899}, {0.2126, 0.7152, 0.0722}, {0.0177, 0.1095, 0.8728}}};

Triple product(const Matrix &matrix, const Triple &v) {
  Triple result{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) result[i] += matrix[i][j] * v[j];
  return result;
}

double linear(std::uint8_t level) {
  const double x = level / 255.0;
  return x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4);
}

// CIE Lab, in which distances are about as large as they look.
Triple lab(const Colour &colour, const Matrix &vision) {
  Triple rgb = product(vision, {linear(colour.red), linear(colour.green), linear(colour.blue)});
  for (double &level : rgb) level = std::clamp(level, 0.0, 1.0);
  Triple f = product(xyz_over_white, rgb);
  for (double &t : f) t = t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116;
  return {116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])};
}

double distance(const Triple &a, const Triple &b) {
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

constexpr std::size_t colours = 11;

// 2 is the least difference that shows at all, side by side.
TEST(Style, ColoursAreFarApartForEveryKindOfColourVision) {
  for (const Matrix &vision : visions) {
    for (std::size_t i = 0; i < colours; ++i) {
      const Triple here = lab(style_of(i).colour, vision);
      EXPECT_GT(distance(here, {100, 0, 0}), 30) << i << " is hard to see on white";
      for (std::size_t j = 0; j < i; ++j)
        EXPECT_GT(distance(here, lab(style_of(j).colour, vision)), 15) << i << " and " << j;
    }
  }
}

TEST(Style, SeriesDifferInMarkerOrDashesToo) {
  for (std::size_t i = 0; i < 36; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const Style a = style_of(i), b = style_of(j);
      EXPECT_TRUE(a.marker != b.marker || a.dashes.data() != b.dashes.data()) << i << " and " << j;
    }
}

} // namespace style_test
} // namespace poise::internal::experiments
