// The instance-optimal mean from doubles in memory to the answer: beside a plain mean, by the clock, and how
// it grows.
#include "poise/estimate/mean/instance_optimal_mean.h"

#include "frame/contender.h"
#include "mean/million_rows.h"
#include "poise/random/system_bits.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

namespace poise::internal::bench {
namespace {

Estimate private_mean(const Table &table) {
  SystemBits bits;
  const Grid grid = Grid::within("1000").value();
  return instance_optimal_mean(table, grid, Grant<Rho>::open(Rho::ratio(1, 2).value()), bits).value();
}

// Within ten standard deviations of its own noise in every column, and most of the time within two.
std::string wrong(std::size_t rows, std::size_t columns) {
  const std::vector<double> plain = plain_mean(rows, columns);
  const Estimate mean = private_mean(bell_table(rows, columns));
  std::size_t near = 0;
  for (std::size_t j = 0; j < columns; ++j) {
    const double off = std::abs(mean.value[j] - plain[j]) / mean.noise_std[j];
    if (!(off < 10)) return "is not the mean";
    near += off < 2;
  }
  return near < columns / 2 ? "errs by more than its noise" : "";
}

// A gigabyte: at least a fifteenth of the speed of a plain mean of the same cells in the same run.
const int beside_a_plain_mean = enter([] {
  constexpr std::size_t rows = 1'000'000, columns = 128;
  return Contender{.name = "mean/instance-optimal/1e6x128",
                   .check = [] { return wrong(rows, columns); },
                   .batch =
                       [] {
                         benchmark::DoNotOptimize(private_mean(bell_table(rows, columns)).value.data());
                         return std::uint64_t{rows * columns * sizeof(double)};
                       },
                   .beside =
                       [] {
                         benchmark::DoNotOptimize(plain_mean(rows, columns).data());
                         return std::uint64_t{rows * columns * sizeof(double)};
                       },
                   .least_share = 1 / 15.0,
                   .on_the_wall = true};
});

// The paper's largest table: 0.15 seconds on two cores.
const int the_papers_table = enter([] {
  constexpr std::size_t rows = 4000, columns = 1024;
  return Contender{.name = "mean/instance-optimal/4000x1024",
                   .check = [] { return wrong(rows, columns); },
                   .batch =
                       [] {
                         benchmark::DoNotOptimize(private_mean(bell_table(rows, columns)).value.data());
                         return std::uint64_t{1};
                       },
                   .target = 1 / 0.15,
                   .on_the_wall = true};
});

double seconds(std::size_t rows, std::size_t columns) {
  double best = 1e9;
  for (int i = 0; i < 3; ++i) {
    const auto start = std::chrono::steady_clock::now();
    benchmark::DoNotOptimize(private_mean(bell_table(rows, columns)).value.data());
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return best;
}

// The slope of log(time) over log(size), by least squares.
double exponent(const std::vector<std::pair<double, double>> &points) {
  double x = 0, y = 0, xx = 0, xy = 0;
  const auto n = static_cast<double>(points.size());
  for (const auto &[size, time] : points) {
    const double a = std::log(size), b = std::log(time);
    x += a / n, y += b / n, xx += a * a / n, xy += a * b / n;
  }
  return (xy - x * y) / (xx - x * x);
}

// Time grows like n^a and (d log d)^b: at most 1.1 each.
std::string growth() {
  std::vector<std::pair<double, double>> by_rows, by_columns;
  for (const std::size_t rows : {125'000U, 250'000U, 500'000U, 1'000'000U})
    by_rows.emplace_back(rows, seconds(rows, 128));
  for (const std::size_t columns : {32U, 64U, 128U, 256U, 512U, 1024U, 2048U}) {
    const auto d = static_cast<double>(columns);
    by_columns.emplace_back(d * std::log2(d), seconds(50'000, columns));
  }
  const double a = exponent(by_rows), b = exponent(by_columns);
  (void)std::printf(
      "mean/instance-optimal: time grows like n^%.2f (d = 128) and (d log d)^%.2f (n = 50000)\n", a, b);
  return a > 1.1 || b > 1.1 ? "grows faster than n or d log d" : "";
}

const int how_it_grows = enter([] {
  return Contender{.name = "mean/instance-optimal/growth",
                   .check = growth,
                   .batch =
                       [] {
                         benchmark::DoNotOptimize(private_mean(bell_table(50'000, 128)).value.data());
                         return std::uint64_t{50'000};
                       },
                   .on_the_wall = true};
});

} // namespace
} // namespace poise::internal::bench
