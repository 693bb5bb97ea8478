// Columns that share a unit, of laws and sizes that nothing was chosen on.
#include "experiments/flagship/cells.h"
#include "experiments/flagship/column_laws.h"
#include "experiments/flagship/laws.h"

#include <cmath>

namespace poise::internal::experiments {
namespace {

// All columns hang together to the same degree.
MakeFill equally_correlated(double correlation) {
  return [=](Bits &) -> FillRow {
    return [=](std::span<double> row, Bits &noise) {
      const double shared = std::sqrt(correlation) * normal_draw(noise);
      for (double &x : row) x = shared + std::sqrt(1 - correlation) * normal_draw(noise);
    };
  };
}

// Normal rows, each as long as its own lognormal factor says.
MakeFill uneven_rows(double std_of_log) {
  return [=](Bits &) -> FillRow {
    return [=](std::span<double> row, Bits &noise) {
      fill_normal(row, noise);
      const double length = std::exp(std_of_log * normal_draw(noise));
      for (double &x : row) x *= length;
    };
  };
}

// Rows around three places, the third with a tenth of them.
MakeFill three_clusters(std::size_t columns) {
  return [=](Bits &bits) -> FillRow {
    std::vector<double> places(3 * columns);
    fill_normal(places, bits);
    return [=](std::span<double> row, Bits &noise) {
      const std::size_t which = chance(0.1, noise) ? 2 : chance(0.5, noise) ? 1 : 0;
      for (std::size_t j = 0; j < columns; ++j)
        row[j] = 10 * places[which * columns + j] + normal_draw(noise);
    };
  };
}

// A few strong directions above many weak ones.
MakeFill spiked(std::size_t columns) {
  return [=](Bits &bits) -> FillRow {
    std::vector<double> directions(3 * columns);
    fill_normal(directions, bits);
    return [=](std::span<double> row, Bits &noise) {
      fill_normal(row, noise);
      for (std::size_t k = 0; k < 3; ++k) {
        const double along = normal_draw(noise);
        for (std::size_t j = 0; j < columns; ++j) row[j] += along * directions[k * columns + j];
      }
    };
  };
}

// 1 / sqrt(j), j = 1 … d.
std::vector<double> slowly_falling(std::size_t columns) {
  std::vector<double> stds;
  for (std::size_t j = 1; j <= columns; ++j) stds.push_back(1 / std::sqrt(static_cast<double>(j)));
  return stds;
}

double heavy_weibull(Bits &bits) { return std::pow(exponential_draw(bits), 1 / 0.7); }

double at_the_ends(Bits &bits) { return beta_draw(0.5, 0.5, bits); }

double two_humps(Bits &bits) { return (chance(0.3, bits) ? 20 : 0) + normal_draw(bits); }

} // namespace

std::vector<Cell> fresh_cells() {
  return {
      {"logistic24", 3000, 24, {{250}, {1000}}, independent(logistic_draw)},
      {"weibull8", 2500, 8, {{150}, {500}}, independent(heavy_weibull)},
      {"beta15", 1500, 15, {{200}, {500}}, independent(at_the_ends)},
      {"gumbel30", 100'000, 30, {{50}, {500}}, independent(gumbel_draw)},
      {"exponential3", 800, 3, {{150}, {600}}, independent(exponential_draw)},
      {"humps1", 1000, 1, {{150}, {500}}, independent(two_humps)},
      {"t5_12", 8000, 12, {{100}, {500}}, independent(student_law(5))},
      {"counts25", 2000, 25, {{250}, {1000}}, independent(poisson_law(.7))},
      {"equal48", 2500, 48, {{250}, {1000}}, equally_correlated(.4)},
      {"uneven_rows32", 5000, 32, {{125}, {500}}, uneven_rows(.6)},
      {"three_clusters10", 2000, 10, {{200}, {500}}, three_clusters(10)},
      {"slow200", 20'000, 200, {{125}, {500}}, independent(normal_draw, slowly_falling(200))},
      {"spiked600", 5000, 600, {{500}}, spiked(600)},
  };
}

} // namespace poise::internal::experiments
