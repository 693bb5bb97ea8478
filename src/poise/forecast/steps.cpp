// Rank errors into distances, and ranks into radii.
#include "poise/forecast/steps.h"

#include "poise/base/normal.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace poise::internal {

double pure_beside(double rho) {
  double low = 0, high = 2 * rho + 2 * std::sqrt(rho) + 1;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (middle * std::tanh(middle / 2) < rho ? low : high) = middle;
  }
  return low;
}

double rank_noise(double rate) { return std::numbers::sqrt2 / rate; }

namespace {

// So many columns on average leave the data at every octave up to `octaves`, by as much. The sum of their
// squares, but for those so far out that a typical run has none.
double escaped_squares(double columns_at_an_octave, double octaves) {
  if (columns_at_an_octave <= 0) return 0;
  const double furthest = octaves - std::numbers::ln2 / columns_at_an_octave;
  if (furthest <= 0) return 0;
  return columns_at_an_octave * std::exp2(2 * std::min(furthest, 400.0)) * 4 / 3;
}

} // namespace

double searched_median_square(double rows, double columns, double rho, double steps, double reach) {
  const double noise = std::sqrt(steps * columns / (2 * rho)) / rows;
  // Of all steps only those near the median can err; this is what they leave, measured over places of the
  // median.
  constexpr double of_a_count = 0.72;
  const double near = of_a_count * noise * std::sqrt(2 * std::numbers::pi);
  const double leaving = columns * normal_cdf(-0.5 / noise);
  return std::min(near * near, 1.0) + escaped_squares(leaving, std::log2(std::max(1.0, reach))) / columns;
}

double drawn_median_square(double rows, double columns, double rate, double density, double reach) {
  const double near = rank_noise(rate) / rows / density;
  // Weights: of all places outside the data, beside those near the median.
  const double outside = 2 * reach * std::exp(-rate * rows / 2), inside = 2 / (rate * rows * density);
  const double leaving = columns * outside / (inside + outside);
  const double counted = std::max(0.0, leaving - std::numbers::ln2);
  return std::min(near * near, 1.0) + counted / columns * reach * reach / 3;
}

ClipForecast clip_forecast(const NormDistribution &norms, double rows, const ClipStep &step) {
  constexpr double halvings = 10, beta = 0.1; // of 1024 radii; clip_and_sum.cpp
  const double count_noise = std::sqrt(halvings / (2 * step.radius_rho));
  const double rank_error = count_noise * std::sqrt(2 * std::log(2 * halvings / beta));
  const double worth = std::sqrt(2 * step.dimensions / step.sum_rho);
  const double wish = step.clip_rows > 0 ? step.clip_rows + rank_error : std::max(worth, rank_error);
  ClipForecast forecast{true, 1, 0, {0, 0, 0}};
  forecast.rows_needed = step.clip_rows > 0 ? 2 : wish + 1;
  const double offset = step.clip_rows > 0 ? std::min(wish, rows / 2) : wish;
  if (offset >= rows) {
    forecast.enough = false;
    return forecast;
  }
  // The search errs by about as much as one count does, either way.
  struct Place {
    double stds, chance;
  };
  constexpr std::array<Place, 3> places = {{{-1.2247, 0.25}, {0, 0.5}, {1.2247, 0.25}}};
  const double sensitivity = step.non_negative ? std::numbers::sqrt2 : 2;
  for (const auto &[stds, chance] : places) {
    const double left = std::clamp(offset + 0.7 * count_noise * stds, 0.5, rows - 0.5);
    const double radius =
        std::min(norms.length(left / rows) * std::exp2(step.log2_of_radii / 1023 / 2), step.longest);
    // Rows of ones alone are as long as bits can be: nothing is beyond.
    const bool holds_all = step.non_negative && radius >= step.longest;
    const NormDistribution::Clipped clipped =
        holds_all ? NormDistribution::Clipped{0, 0, 0} : norms.clipped(radius);
    forecast.noise += chance * radius * sensitivity / std::sqrt(2 * step.sum_rho) / rows;
    forecast.clipped.shrinkage += chance * clipped.shrinkage;
    forecast.clipped.excess += chance * clipped.excess;
    forecast.clipped.square += chance * clipped.square;
  }
  return forecast;
}

} // namespace poise::internal
