// The chance to stop at every step, given the noise in the threshold; then over that noise.
#include "poise/forecast/ladder_search.h"

#include "poise/base/nearest_double.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace poise::internal {
namespace {

double laplace_above(double x, double scale) {
  return x > 0 ? std::exp(-x / scale) / 2 : 1 - std::exp(x / scale) / 2;
}

constexpr int most_steps = 64; // of which the last few matter

// What hardly ever happens is left out: a typical run.
std::vector<LikelyRadius> likely_ones(std::vector<LikelyRadius> all, double least_chance) {
  std::erase_if(all, [&](const LikelyRadius &one) { return one.chance < least_chance; });
  double sum = 0;
  for (const LikelyRadius &one : all) sum += one.chance;
  for (LikelyRadius &one : all) one.chance /= sum;
  return all;
}

} // namespace

LadderNoise LadderNoise::of(const RadiusSearch &how, double epsilon, double rows) {
  const double threshold = 2 / epsilon;
  const double count = how.noise == SparseVectorNoise::textbook ? 4 / epsilon : threshold;
  return {threshold, count,
          std::min(nearest_double(how.margin) * threshold, nearest_double(how.most_margin) * rows),
          nearest_double(how.ramp) * threshold};
}

std::vector<LikelyRadius> likely_radii(const std::function<double(double)> &above, double rows, double first,
                                       double parts, const LadderNoise &noise) {
  std::vector<double> radii, beyond;
  for (int k = 0; k < most_steps; ++k) {
    radii.push_back(first * std::exp2(k / parts));
    beyond.push_back(rows * above(radii.back()));
    if (beyond.back() < 1e-3 && k > 16) break;
  }
  std::vector<LikelyRadius> found;
  for (const double radius : radii) found.push_back({radius, 0});
  // Laplace noise in the threshold, at the middles of equal shares of it.
  constexpr int places = 16;
  for (int i = 0; i < places; ++i) {
    const double share = (i + 0.5) / places;
    const double shift = noise.threshold * (share < 0.5 ? std::log(2 * share) : -std::log(2 * (1 - share)));
    double going = 1.0 / places;
    for (std::size_t k = 0; k < radii.size() && going > 1e-6; ++k) {
      const double short_by = beyond[k] - noise.margin - noise.ramp * static_cast<double>(k) + shift;
      const double stop = going * laplace_above(short_by, noise.count);
      found[k].chance += stop;
      going -= stop;
    }
    found.back().chance += going;
  }
  return likely_ones(std::move(found), 1e-4);
}

std::vector<LikelyRadius> likely_close_radii(const std::function<double(double)> &above, double rows,
                                             double least, const LadderNoise &reach,
                                             const LadderNoise &radius) {
  constexpr std::array places = {0.125, 0.375, 0.625, 0.875}; // of the powers of two, in octaves
  std::vector<LikelyRadius> all;
  for (const double place : places) {
    const double lowest = least * std::exp2(place - 0.5);
    for (const LikelyRadius &reached : likely_radii(above, rows, lowest, 1, reach)) {
      const double first = std::max(lowest, reached.radius / 2);
      for (const LikelyRadius &one : likely_radii(above, rows, first, 4, radius))
        all.push_back({one.radius, one.chance * reached.chance / places.size()});
    }
  }
  return likely_ones(std::move(all), 1e-3);
}

} // namespace poise::internal
