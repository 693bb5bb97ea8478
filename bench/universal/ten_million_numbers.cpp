// Numbers from a seed; passes and a sort as anybody would write them; and those as rivals.
#include "universal/ten_million_numbers.h"

#include "frame/contender.h"
#include "poise/random/seeded_bits.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace poise::internal::bench {

const std::vector<double> &ten_million_numbers() {
  static const std::vector<double> all = [] {
    constexpr std::size_t rows = 10'000'000;
    std::vector<double> numbers(rows);
    SeededBits dice(5);
    const auto uniform = [&] { return (static_cast<double>(dice.word() >> 12) + 0.5) * 0x1p-52; };
    for (std::size_t i = 0; i < rows; i += 2) { // two at a time, by Box and Muller
      const double radius = 2 * std::sqrt(-2 * std::log(uniform())), angle = 2 * std::numbers::pi * uniform();
      numbers[i] = 5 + radius * std::cos(angle);
      numbers[i + 1] = 5 + radius * std::sin(angle);
    }
    return numbers;
  }();
  return all;
}

const Table &table_of_ten_million() {
  static const Table table = Table::dense({"x"}, ten_million_numbers()).value();
  return table;
}

double plain_mean_of_numbers() {
  const std::vector<double> &numbers = ten_million_numbers();
  double sum = 0;
  for (const double x : numbers) sum += x;
  return sum / static_cast<double>(numbers.size());
}

double plain_variance_of_numbers() {
  const double mean = plain_mean_of_numbers();
  double sum = 0;
  for (const double x : ten_million_numbers()) sum += (x - mean) * (x - mean);
  return sum / static_cast<double>(ten_million_numbers().size() - 1);
}

double sorted_iqr_of_numbers() {
  std::vector<double> sorted = ten_million_numbers();
  std::sort(sorted.begin(), sorted.end());
  return sorted[3 * sorted.size() / 4] - sorted[sorted.size() / 4];
}

namespace {

int enter_rival(const char *name, double (*answer)(), double right) {
  return enter([=] {
    return Contender{
        .name = name,
        .check = [=] { return std::abs(answer() - right) < 0.01 ? "" : "is not what it should be"; },
        .batch =
            [=] {
              benchmark::DoNotOptimize(answer());
              return std::uint64_t{1};
            },
        .on_the_wall = true};
  });
}
const int a_mean = enter_rival("universal/mean/plain pass", plain_mean_of_numbers, 5);
const int a_variance = enter_rival("universal/variance/two plain passes", plain_variance_of_numbers, 4);
const int a_sort = enter_rival("universal/iqr/std::sort of a copy", sorted_iqr_of_numbers, 4 * 0.6744898);

} // namespace
} // namespace poise::internal::bench
