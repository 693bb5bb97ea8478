// Baskets in the shape of a click stream: 75,462 people, 27,983 items, 4.19 million ones, Zipf's law.
// Rotated, centred, clipped and summed on two threads, within a minute and 12 GB.
#include "aggregate/naive_aggregates.h"
#include "aggregate/opened_sum.h"
#include "baskets/fill_baskets.h"
#include "frame/contender.h"
#include "frame/peak_memory.h"
#include "poise/aggregate/exact/clipped_sums.h"
#include "poise/aggregate/kernel/hadamard.h"
#include "poise/aggregate/transform/rotated_rows.h"
#include "poise/aggregate/transform/shifted_rows.h"
#include "poise/grid/grid.h"
#include "poise/grid/on_grid.h"

#include <algorithm>
#include <cstdio>
#include <random>

namespace poise::internal::bench {
namespace {

constexpr std::size_t people = click_stream.people, items = click_stream.items;
constexpr double most_seconds = 60;
constexpr std::size_t most_bytes = std::size_t{12} << 30;

std::shared_ptr<const GridRows> on_the_grid(const std::shared_ptr<Baskets> &baskets) {
  return on_grid(table_of(click_stream, baskets), Grid::of(0, 1).value()).value();
}

std::vector<std::uint64_t> signs() {
  std::mt19937_64 dice(2);
  std::vector<std::uint64_t> bits((items + 63) / 64);
  for (std::uint64_t &word : bits) word = dice();
  return bits;
}

// A centre and a radius that cut some rows and leave others.
std::vector<std::int64_t> centre() {
  std::vector<std::int64_t> result(padded_width(items));
  for (std::size_t j = 0; j < result.size(); ++j) result[j] = static_cast<std::int64_t>(j % 5) - 2;
  return result;
}
Ball ball() { return Ball::l2(Integer(56) * Integer(padded_width(items))); }

ExactSum answer(const std::shared_ptr<const GridRows> &rows) {
  const auto centred = shifted_rows(rotated_rows(rows, signs()).value(), centre()).value();
  return ClippedSums::of(*centred, ball(), {.threads = 2}).value();
}

const std::shared_ptr<const GridRows> &all_people() {
  static const auto rows = on_the_grid(fill_baskets(click_stream, people));
  return rows;
}

// The same from the definitions, one basket at a time, without haste.
std::vector<Int128> answer_by_definition(const Baskets &baskets) {
  const std::size_t width = padded_width(items);
  const auto bits = signs();
  const auto around = centre();
  std::vector<Int128> sums(width);
  for (std::size_t person = 0; person + 1 < baskets.starts.size(); ++person) {
    std::vector<std::int64_t> row(width);
    for (std::size_t i = baskets.starts[person]; i < baskets.starts[person + 1]; ++i) {
      const std::uint32_t item = baskets.places[i];
      row[item] = (bits[item / 64] >> (item % 64) & 1) != 0 ? -1 : 1;
    }
    for (std::size_t stride = 1; stride < width; stride *= 2)
      for (std::size_t j = 0; j < width; ++j)
        if ((j & stride) == 0) {
          const std::int64_t a = row[j], b = row[j + stride];
          row[j] = a + b;
          row[j + stride] = a - b;
        }
    for (std::size_t j = 0; j < width; ++j) row[j] -= around[j];
    const auto clipped = naive::clipped(Norm::l2, ball().limit(), std::span<const std::int64_t>(row));
    for (std::size_t j = 0; j < width; ++j) sums[j] += clipped[j];
  }
  return sums;
}

std::string wrong() {
  const PeakMemory peak;
  const auto few = fill_baskets(click_stream, 24);
  if (opened(answer(on_the_grid(few))) != answer_by_definition(*few)) return "differs from the definition";
  if (all_people()->rows() != people) return "other people than were made";
  if (answer(all_people()).columns() != padded_width(items)) return "another width than the padded one";
  if (peak.bytes() > most_bytes) return "holds more than 12 GB";
  std::printf("baskets: %.0f MB at most\n", static_cast<double>(peak.bytes()) / 1e6);
  return "";
}

const int entry = enter([] {
  return Contender{.name = "baskets/rotate-centre-clip-sum",
                   .check = wrong,
                   .batch =
                       [] {
                         benchmark::DoNotOptimize(answer(all_people()).rows());
                         return std::uint64_t{people};
                       },
                   .target = people / most_seconds,
                   .on_the_wall = true};
});

} // namespace
} // namespace poise::internal::bench
