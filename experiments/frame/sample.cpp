// Normal numbers by Marsaglia's polar method: good to the last digits of a double, which is all that data
// need.
#include "experiments/frame/sample.h"

#include <cmath>
#include <string>

namespace poise::internal::experiments {
namespace {

// In (-1, 1).
double uniform(Bits &bits) { return (static_cast<double>(bits.word() >> 11) + 0.5) * 0x1p-52 - 1; }

std::vector<std::string> names(std::size_t columns) {
  std::vector<std::string> all;
  for (std::size_t j = 0; j < columns; ++j) all.push_back("x" + std::to_string(j + 1));
  return all;
}

template <class T> std::vector<double> mean_of(std::size_t columns, const std::vector<T> &cells) {
  std::vector<double> sum(columns);
  for (std::size_t i = 0; i < cells.size(); i += columns)
    for (std::size_t j = 0; j < columns; ++j) sum[j] += static_cast<double>(cells[i + j]);
  for (double &entry : sum) entry *= static_cast<double>(columns) / static_cast<double>(cells.size());
  return sum;
}

} // namespace

void fill_normal(std::span<double> cells, Bits &bits) {
  for (std::size_t i = 0; i < cells.size(); i += 2) {
    double a = 0, b = 0, square = 0;
    do {
      a = uniform(bits);
      b = uniform(bits);
      square = a * a + b * b;
    } while (square >= 1 || square == 0);
    const double scale = std::sqrt(-2 * std::log(square) / square);
    cells[i] = a * scale;
    if (i + 1 < cells.size()) cells[i + 1] = b * scale;
  }
}

template <class T> Sample sample_of(std::size_t columns, std::vector<T> cells) {
  std::vector<double> mean = mean_of(columns, cells), truth = mean;
  return Sample{Table::dense(names(columns), std::move(cells)).value(), std::move(mean), std::move(truth)};
}
template Sample sample_of(std::size_t, std::vector<double>);
template Sample sample_of(std::size_t, std::vector<float>);

Sample normal_sample(std::size_t rows, std::span<const double> means, std::span<const double> stds,
                     Bits &bits) {
  const std::size_t columns = means.size();
  std::vector<double> cells(rows * columns);
  fill_normal(cells, bits);
  for (std::size_t i = 0; i < cells.size(); i += columns)
    for (std::size_t j = 0; j < columns; ++j) cells[i + j] = means[j] + stds[j] * cells[i + j];
  Sample sample = sample_of(columns, std::move(cells));
  sample.truth.assign(means.begin(), means.end());
  return sample;
}

} // namespace poise::internal::experiments
