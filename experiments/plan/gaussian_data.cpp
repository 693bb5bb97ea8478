// Rows one at a time, or a few, so that only their cells are in memory.
#include "experiments/plan/gaussian_data.h"

#include <algorithm>
#include <cmath>

namespace poise::internal::experiments {
namespace {

Sample compared_with_population(const GaussianData &data, std::vector<float> cells) {
  Sample sample = sample_of(data.stds.size(), std::move(cells));
  std::ranges::fill(sample.truth, data.mean);
  return sample;
}

// Column j of the matrix above its diagonal: rows 0 … j - 1.
std::vector<std::vector<double>> random_triangle(std::size_t columns, Bits &bits) {
  const double most = 1 / std::sqrt(static_cast<double>(columns));
  std::vector<std::vector<double>> triangle(columns);
  for (std::size_t j = 0; j < columns; ++j)
    for (std::size_t i = 0; i < j; ++i)
      triangle[j].push_back(static_cast<double>(bits.word() >> 11) * 0x1p-53 * most);
  return triangle;
}

// w += L z for so many rows of z and w, so that each column of L is fetched once for all of them.
void add_product(const std::vector<std::vector<double>> &triangle, std::span<const double> z,
                 std::span<double> w) {
  const std::size_t columns = triangle.size();
  for (std::size_t j = 0; j < columns; ++j)
    for (std::size_t row = 0; row < z.size(); row += columns) {
      const double factor = z[row + j];
      for (std::size_t i = 0; i < j; ++i) w[row + i] += factor * triangle[j][i];
    }
}

} // namespace

GaussianData gaussian_data_a(std::size_t rows, std::size_t columns) {
  return {.rows = rows,
          .mean = 0,
          .stds = std::vector<double>(columns, 1),
          .range = 25 * std::sqrt(static_cast<double>(columns)),
          .centre_within = Rational(25)};
}

GaussianData gaussian_data_b(std::size_t rows, std::size_t columns, double alpha) {
  const auto d = static_cast<double>(columns);
  std::vector<double> stds;
  for (std::size_t j = 1; j <= columns; ++j) stds.push_back(std::pow(d / static_cast<double>(j), alpha / 2));
  const double range = 50 * d * std::sqrt(stds.front());
  return {.rows = rows, .mean = 10, .stds = std::move(stds), .range = range, .centre_within = std::nullopt};
}

GaussianData gaussian_data_c(std::size_t rows, std::size_t columns) {
  return gaussian_data_b(rows, columns, 2);
}

Draw independent(const GaussianData &data) {
  return [data](Bits &bits) {
    const std::size_t columns = data.stds.size();
    std::vector<float> cells(data.rows * columns);
    std::vector<double> row(columns);
    for (std::size_t i = 0; i < cells.size(); i += columns) {
      fill_normal(row, bits);
      for (std::size_t j = 0; j < columns; ++j)
        cells[i + j] = static_cast<float>(data.mean + data.stds[j] * row[j]);
    }
    return compared_with_population(data, std::move(cells));
  };
}

Draw half_correlated(const GaussianData &data) {
  return [data](Bits &bits) {
    const std::size_t columns = data.stds.size();
    std::vector<float> cells(data.rows * columns);
    std::vector<double> row(columns + 1); // the last is what all columns share
    for (std::size_t i = 0; i < cells.size(); i += columns) {
      fill_normal(row, bits);
      for (std::size_t j = 0; j < columns; ++j)
        cells[i + j] =
            static_cast<float>(data.mean + data.stds[j] * std::sqrt(0.5) * (row[columns] + row[j]));
    }
    return compared_with_population(data, std::move(cells));
  };
}

Draw randomly_correlated(const GaussianData &data) {
  return [data](Bits &bits) {
    constexpr std::size_t rows_together = 8;
    const std::size_t columns = data.stds.size();
    const std::vector<std::vector<double>> triangle = random_triangle(columns, bits);
    std::vector<float> cells(data.rows * columns);
    for (std::size_t from = 0; from < data.rows; from += rows_together) {
      const std::size_t count = std::min(rows_together, data.rows - from) * columns;
      std::vector<double> z(count), w(count);
      fill_normal(z, bits);
      fill_normal(w, bits);
      add_product(triangle, z, w);
      for (std::size_t i = 0; i < count; ++i)
        cells[from * columns + i] = static_cast<float>(data.mean + w[i]);
    }
    return compared_with_population(data, std::move(cells));
  };
}

Draw against_own_mean(Draw draw) {
  return [draw = std::move(draw)](Bits &bits) {
    Sample sample = draw(bits);
    sample.truth = sample.mean;
    return sample;
  };
}

} // namespace poise::internal::experiments
