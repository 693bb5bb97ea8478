// Cells made once for the largest table; smaller ones are beginnings of it.
#include "mean/million_rows.h"

#include <memory>
#include <string>

namespace poise::internal::bench {
namespace {

constexpr std::size_t most_cells = std::size_t{1'000'000} * 128;

const std::shared_ptr<const std::vector<double>> &cells() {
  static const auto made = [] {
    auto all = std::make_shared<std::vector<double>>(most_cells);
    std::uint64_t state = 1;
    for (double &cell : *all) {
      // Four words make twelve numbers of 21 bits: enough for a bell.
      std::int64_t sum = 0;
      for (int i = 0; i < 4; ++i) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        sum += static_cast<std::int64_t>((state & 0x1fffff) + (state >> 21 & 0x1fffff) +
                                         (state >> 42 & 0x1fffff));
      }
      cell = static_cast<double>(sum) * 0x1p-21 - 6 + 3;
    }
    return std::shared_ptr<const std::vector<double>>(std::move(all));
  }();
  return made;
}

} // namespace

Table bell_table(std::size_t rows, std::size_t columns) {
  std::vector<std::string> names;
  for (std::size_t j = 0; j < columns; ++j) names.push_back("x" + std::to_string(j));
  return Table::of(std::move(names), DenseRows<double>(cells()->data(), rows, columns), cells()).value();
}

std::vector<double> plain_mean(std::size_t rows, std::size_t columns) {
  std::vector<double> sum(columns);
  const double *cell = cells()->data();
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t j = 0; j < columns; ++j) sum[j] += *cell++;
  for (double &entry : sum) entry /= static_cast<double>(rows);
  return sum;
}

} // namespace poise::internal::bench
