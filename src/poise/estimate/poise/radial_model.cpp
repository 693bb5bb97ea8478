// A curve of logarithms, cut into many small parts.
#include "poise/estimate/poise/radial_model.h"

#include <algorithm>
#include <cmath>

namespace poise::internal {
namespace {

// A tail that falls more slowly has no mean, or hardly one: rather, there is a gap.
constexpr double least_slope = 1.6;

struct Point {
  double radius, beyond; // logarithms
};

// Steps outwards from the last point, by a slope that grows.
class Tail {
public:
  Tail(const std::vector<Point> &points, const RadialModel::TailPowers &powers) : from_(points.back()) {
    const std::size_t last = points.size() - 1;
    if (last == 0) return;
    const auto slope = [&](std::size_t k) {
      return (points[k - 1].beyond - points[k].beyond) / (points[k].radius - points[k - 1].radius);
    };
    if (last > 1)
      bend_ = std::max(0.0, (slope(last) - slope(last - 1)) /
                                ((points[last].radius - points[last - 2].radius) / 2));
    if (slope(last) < least_slope) {
      slope_ = std::max(powers.least, powers.after_gap);
      bend_ = 0;
      return;
    }
    slope_ = std::clamp(slope(last) + bend_ * (points[last].radius - points[last - 1].radius) / 2,
                        powers.least, 200.0);
  }
  double radius(double beyond) const { // logarithm of
    const double fall = from_.beyond - beyond;
    const double step =
        bend_ > 0 ? (std::sqrt(slope_ * slope_ + 2 * bend_ * fall) - slope_) / bend_ : fall / slope_;
    return from_.radius + std::min(step, 8.0);
  }

private:
  Point from_;
  double slope_ = 50, bend_ = 0;
};

} // namespace

RadialModel::RadialModel(std::span<const double> radius, std::span<const double> beyond, double rows,
                         const TailPowers &powers)
    : excess_(radius.size() - 1), share_(radius.size() - 1), square_(radius.size()) {
  std::vector<Point> points;
  for (std::size_t k = 0; k < beyond.size(); ++k) {
    const Point next{std::log(radius[k]), std::log(beyond[k])};
    if (!points.empty() && !(next.beyond < points.back().beyond - 1e-9)) continue;
    points.push_back(
        {points.empty() ? next.radius : std::max(next.radius, points.back().radius + 1e-6), next.beyond});
  }
  const Tail tail(points, powers);
  const auto at = [&](double log_beyond) {
    if (log_beyond <= points.back().beyond) return tail.radius(log_beyond);
    std::size_t k = 1;
    while (points[k].beyond > log_beyond) ++k;
    const double part = (points[k - 1].beyond - log_beyond) / (points[k - 1].beyond - points[k].beyond);
    return points[k - 1].radius + part * (points[k].radius - points[k - 1].radius);
  };
  constexpr int cuts = 1200;
  const double first = points.front().beyond, least = std::min(std::log(0.1 / rows), first - 1e-9);
  const auto level = [&](int i) { return first + (least - first) * i / cuts; };
  double before = at(first);
  for (int i = 0; i < cuts; ++i) {
    const double after = at(level(i + 1)), length = std::exp((before + after) / 2);
    const double weight = std::exp(level(i)) - std::exp(level(i + 1));
    before = after;
    for (std::size_t k = 0; k < radius.size(); ++k) {
      const double over = std::max(0.0, length - radius[k]);
      square_[k] += weight * over * over / rows;
      if (k + 1 < radius.size()) {
        const double inside = std::min(over, radius[k + 1] - radius[k]);
        excess_[k] += weight * inside;
        share_[k] += weight * inside / length;
      } else {
        tail_excess_ += weight * over;
        tail_share_ += weight * over / length;
      }
    }
  }
}

} // namespace poise::internal
