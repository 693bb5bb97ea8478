// One pass for all norms, one for what every radius cuts off.
#include "experiments/flagship/diagonal_floor.h"

#include "experiments/flagship/laws.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace poise::internal::experiments {
namespace {

constexpr std::size_t radii = 20;
constexpr double most_beyond = 0.7; // of the rows, beyond the smallest radius

std::vector<double> bootstrap_mean(const KnownTable &table, Bits &bits) {
  std::vector<double> sum(table.columns());
  const auto rows = static_cast<double>(table.rows());
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const auto at = static_cast<std::size_t>(uniform_draw(bits) * rows);
    for (std::size_t j = 0; j < sum.size(); ++j) sum[j] += table.cells[at * sum.size() + j];
  }
  for (double &entry : sum) entry /= rows;
  return sum;
}

std::vector<double> powers(std::span<const double> stds, double power) {
  std::vector<double> all;
  for (const double std : stds) all.push_back(std::pow(std, power));
  return all;
}

std::vector<double> norms(const KnownTable &table, std::span<const double> centre,
                          std::span<const double> unit) {
  std::vector<double> all(table.rows());
  for (std::size_t i = 0; i < all.size(); ++i) {
    double square = 0;
    for (std::size_t j = 0; j < centre.size(); ++j) {
      const double y = (table.cells[i * centre.size() + j] - centre[j]) / unit[j];
      square += y * y;
    }
    all[i] = std::sqrt(square);
  }
  return all;
}

// From the one that most rows are beyond to that of the longest row, at even steps of the logarithm.
std::array<double, radii> quantiles(std::vector<double> norms) {
  std::ranges::sort(norms);
  const auto n = static_cast<double>(norms.size());
  std::array<double, radii> chosen{};
  for (std::size_t k = 0; k < radii; ++k) {
    const double beyond = most_beyond * n * std::pow(n, -static_cast<double>(k) / (radii - 1));
    chosen[k] = norms[norms.size() - 1 - static_cast<std::size_t>(beyond)];
  }
  return chosen;
}

} // namespace

void DiagonalFloor::add_candidates(const KnownTable &table, std::span<const double> centre, double power,
                                   std::vector<Candidate> &candidates) {
  const std::size_t columns = table.columns();
  const std::vector<double> unit = powers(table.std, power), norm = norms(table, centre, unit);
  const std::array<double, radii> radius = quantiles(norm);
  std::vector<double> lost(radii * columns); // what each radius takes from the sum
  for (std::size_t i = 0; i < norm.size(); ++i)
    for (std::size_t k = 0; k < radii && norm[i] > radius[k]; ++k) {
      const double share = 1 - radius[k] / norm[i];
      for (std::size_t j = 0; j < columns; ++j)
        lost[k * columns + j] += share * (table.cells[i * columns + j] - centre[j]);
    }
  const auto n = static_cast<double>(norm.size());
  for (std::size_t k = 0; k < radii; ++k) {
    Candidate found{0, 0};
    for (std::size_t j = 0; j < columns; ++j) {
      const double metric = table.own_units ? std::sqrt(static_cast<double>(columns)) * table.std[j] : 1;
      found.squared_bias += std::pow(lost[k * columns + j] / n / metric, 2);
      found.squared_noise += 2 * std::pow(radius[k] / n * unit[j] / metric, 2);
    }
    candidates.push_back(found);
  }
}

DiagonalFloor DiagonalFloor::of(const KnownTable &table, Bits &bits) {
  const std::vector<double> centre = bootstrap_mean(table, bits);
  DiagonalFloor floor;
  if (table.own_units) {
    add_candidates(table, centre, 1, floor.candidates_);
  } else {
    for (const double power : {0.0, 0.5}) add_candidates(table, centre, power, floor.candidates_);
  }
  return floor;
}

double DiagonalFloor::at(double rho) const {
  double least = std::numeric_limits<double>::infinity();
  for (const Candidate &one : candidates_)
    least = std::min(least, one.squared_bias + one.squared_noise / rho);
  return std::sqrt(least);
}

} // namespace poise::internal::experiments
