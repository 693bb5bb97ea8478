// Densities on stretches of one octave each, scaled to whole numbers.
#include "poise/estimate/search/cell_prior.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace poise::internal {
namespace {

constexpr std::int64_t furthest_cell = SortedCells::furthest;
constexpr double mass_of_a_prior = 0x1p60;

double octave_of(std::int64_t distance) { // of 1, 2-3, 4-7, …: 0, 1, 2, …; of 0, as of 1
  return distance < 2 ? 0 : std::floor(std::log2(static_cast<double>(distance)));
}

// The density around zero, up to a factor.
double near_zero(std::int64_t k) {
  const double octave = octave_of(k < 0 ? -k : k), logarithm = 1 + octave * std::log(2.0);
  return std::exp2(-octave) / (logarithm * logarithm);
}

// The same around a centre: alike within the width, and 2^(-3/2) of it for every octave beyond.
double near_centre(std::int64_t k, std::int64_t centre, std::int64_t width) {
  const std::int64_t distance = k < centre ? centre - k : k - centre;
  return distance < width ? 1 : std::exp2(-1.5 * (1 + octave_of(distance / width)));
}

// Where a density of distances from a place may change: at the place +- width 2^i, and the integers after.
void add_edges(std::set<std::int64_t> &edges, std::int64_t place, std::int64_t width) {
  for (std::int64_t distance = width; distance <= 2 * furthest_cell; distance *= 2) {
    edges.insert(place + distance);
    edges.insert(place - distance + 1);
  }
}

} // namespace

CellPrior prior_around_zero() { return prior_around(0, furthest_cell, 1); }

CellPrior prior_around(std::int64_t centre, std::int64_t width, double spared) {
  centre = std::clamp(centre, -furthest_cell, furthest_cell);
  width = std::clamp<std::int64_t>(width, 1, furthest_cell);
  std::set<std::int64_t> edges;
  add_edges(edges, 0, 1);
  add_edges(edges, centre, width);
  std::erase_if(edges, [](std::int64_t edge) { return edge <= -furthest_cell || edge > furthest_cell; });
  edges.insert(-furthest_cell);

  std::vector<CellPrior::Stretch> stretches;
  std::vector<double> zero, around;
  double zero_mass = 0, around_mass = 0;
  for (auto edge = edges.begin(); edge != edges.end(); ++edge) {
    const auto next = std::next(edge);
    const auto count = static_cast<double>((next == edges.end() ? furthest_cell + 1 : *next) - *edge);
    stretches.push_back({*edge, 0});
    zero.push_back(near_zero(*edge));
    around.push_back(near_centre(*edge, centre, width));
    zero_mass += count * zero.back();
    around_mass += count * around.back();
  }
  for (std::size_t i = 0; i < stretches.size(); ++i)
    stretches[i].weight =
        1 + static_cast<std::uint64_t>(
                mass_of_a_prior * (spared * zero[i] / zero_mass + (1 - spared) * around[i] / around_mass));
  return CellPrior(std::move(stretches));
}

} // namespace poise::internal
