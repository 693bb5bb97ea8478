// Columns that hang together: factors, neighbours, blocks, clusters of rows.
#include "experiments/flagship/cells.h"
#include "experiments/flagship/laws.h"

#include <cmath>

namespace poise::internal::experiments {
namespace {

std::vector<double> normal_numbers(std::size_t count, Bits &bits) {
  std::vector<double> numbers(count);
  fill_normal(numbers, bits);
  return numbers;
}

// So many common factors with normal loadings, and a little of each column's own.
MakeFill factors(std::size_t columns, std::size_t rank, double own) {
  return [=](Bits &bits) -> FillRow {
    const std::vector<double> loadings = normal_numbers(rank * columns, bits);
    return [=](std::span<double> row, Bits &noise) {
      for (double &x : row) x = own * normal_draw(noise);
      for (std::size_t k = 0; k < rank; ++k) {
        const double factor = normal_draw(noise);
        for (std::size_t j = 0; j < columns; ++j) row[j] += factor * loadings[k * columns + j];
      }
    };
  };
}

// Each column is the one before, times this, plus its own; all have variance 1.
MakeFill autoregressive(double correlation) {
  return [=](Bits &) -> FillRow {
    const double fresh = std::sqrt(1 - correlation * correlation);
    return [=](std::span<double> row, Bits &noise) {
      fill_normal(row, noise);
      for (std::size_t j = 1; j < row.size(); ++j) row[j] = correlation * row[j - 1] + fresh * row[j];
    };
  };
}

// Blocks of columns that share their factor to this degree; each has the standard deviation of its number.
MakeFill blocks(std::size_t size, double correlation) {
  return [=](Bits &) -> FillRow {
    return [=](std::span<double> row, Bits &noise) {
      double shared = 0;
      for (std::size_t j = 0; j < row.size(); ++j) {
        if (j % size == 0) shared = normal_draw(noise);
        const auto std = static_cast<double>(1 + j / size);
        row[j] = std * (std::sqrt(correlation) * shared + std::sqrt(1 - correlation) * normal_draw(noise));
      }
    };
  };
}

// Rows around two places, half of them each: opposite to one another, so far from zero in a column.
MakeFill two_clusters(std::size_t columns, double distance) {
  return [=](Bits &bits) -> FillRow {
    std::vector<double> place = normal_numbers(columns, bits);
    for (double &x : place) x *= distance;
    return [place](std::span<double> row, Bits &noise) {
      const double side = chance(0.5, noise) ? 1 : -1;
      for (std::size_t j = 0; j < row.size(); ++j) row[j] = side * place[j] + normal_draw(noise);
    };
  };
}

// The exponentials of neighbours that hang together.
MakeFill autoregressive_lognormal(double correlation) {
  return [=](Bits &bits) -> FillRow {
    const FillRow logs = autoregressive(correlation)(bits);
    return [logs](std::span<double> row, Bits &noise) {
      logs(row, noise);
      for (double &x : row) x = std::exp(x);
    };
  };
}

// Gamma numbers that share a summand.
MakeFill shared_gamma(double own, double shared, double scale) {
  return [=](Bits &) -> FillRow {
    return [=](std::span<double> row, Bits &noise) {
      const double common = gamma_draw(shared, noise);
      for (double &x : row) x = scale * (common + gamma_draw(own, noise));
    };
  };
}

} // namespace

std::vector<Cell> correlated_cells() {
  return {
      {"lowrank100", 2500, 100, {{125, .2512}, {500, .1726}}, factors(100, 4, .3)},
      {"ar1_30", 1300, 30, {{125, .08633}, {500, .05395}}, autoregressive(.9)},
      {"ar1_lognormal50", 4000, 50, {{100}}, autoregressive_lognormal(.8)},
      {"block60", 1600, 60, {{200, .4074}, {800, .2245}}, blocks(10, .6)},
      {"clusters32", 4000, 32, {{125, .2381}, {500, .12}}, two_clusters(32, 8.5)},
      {"gammacorr12", 3000, 12, {{200, .2076}, {800, .1315}}, shared_gamma(.5, .5, 5)},
  };
}

} // namespace poise::internal::experiments
