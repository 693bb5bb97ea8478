// PLAN by the clock: baskets in the shape of a click stream and of a shop's till, and a dense table of normal
// columns.
#include "poise/estimate/plan_mean.h"

#include "frame/contender.h"
#include "frame/peak_memory.h"
#include "mean/million_rows.h"
#include "poise/random/system_bits.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>

namespace poise::bench {
namespace {

struct Shape {
  const char *name;
  std::size_t people, items, ones;
  double most_seconds;
};
constexpr Shape click_stream = {"kosarak", 75'462, 27'983, 4'194'414, 1.5};
constexpr Shape till = {"pos", 515'596, 1'657, 3'367'019, 1};
constexpr std::size_t most_bytes = std::size_t{1} << 30; // beyond the table itself

struct Baskets {
  std::vector<std::uint64_t> starts = {0};
  std::vector<std::uint32_t> places;
};

// Baskets of about equal size, items drawn by their rank, none twice in a basket; a fixed seed.
Table fill_baskets(const Shape &shape) {
  const auto baskets = std::make_shared<Baskets>();
  std::mt19937_64 dice(1);
  std::vector<double> up_to(shape.items);
  double total = 0;
  for (std::size_t item = 0; item < shape.items; ++item)
    up_to[item] = total += 1 / static_cast<double>(item + 1);
  std::uniform_real_distribution<double> any(0, total);
  std::vector<std::uint32_t> basket;
  for (std::size_t person = 0; person < shape.people; ++person) {
    const std::size_t size = (person + 1) * shape.ones / shape.people - person * shape.ones / shape.people;
    basket.clear();
    while (basket.size() < size) {
      const auto item =
          static_cast<std::uint32_t>(std::ranges::lower_bound(up_to, any(dice)) - up_to.begin());
      if (std::ranges::find(basket, item) == basket.end()) basket.push_back(item);
    }
    std::ranges::sort(basket);
    baskets->places.insert(baskets->places.end(), basket.begin(), basket.end());
    baskets->starts.push_back(baskets->places.size());
  }
  const SparseRows rows{baskets->starts, baskets->places, {}, shape.items, true};
  return Table::of(std::vector<std::string>(shape.items, "item"), rows, baskets).value();
}

const Table &baskets(const Shape &shape) {
  static const Table clicks = fill_baskets(click_stream), tills = fill_baskets(till);
  return shape.items == click_stream.items ? clicks : tills;
}

MeanEstimate plan(const Table &table) {
  SystemBits bits;
  return plan_mean(table, Grid::within("1000").value(), Grant<Rho>::open(Rho::ratio(1, 1).value()), bits,
                   {.norm = table.binary() ? 1 : 2}, {.threads = 2})
      .value();
}

// The first item is the one that is most often bought: its share is known to within its noise.
std::string wrong(const Shape &shape) {
  const PeakMemory peak;
  const MeanEstimate mean = plan(baskets(shape));
  if (peak.bytes() > most_bytes) return "holds more than 1 GB";
  if (mean.value.size() != shape.items || mean.receipt.total() != 1) return "is no mean of these baskets";
  const double all = [&] {
    double sum = 0;
    for (const double share : mean.value) sum += share;
    return sum;
  }();
  double noise = 0;
  for (const double std : mean.noise_std) noise += std * std;
  const double size = static_cast<double>(shape.ones) / static_cast<double>(shape.people);
  if (std::abs(all - size) > 6 * std::sqrt(noise) + 0.02 * size) return "adds up to another basket";
  (void)std::printf("mean/plan/%s: %.0f MB at most\n", shape.name, static_cast<double>(peak.bytes()) / 1e6);
  return "";
}

int enter_baskets(const Shape &shape) {
  return enter([&shape] {
    return Contender{.name = std::string("mean/plan/") + shape.name,
                     .check = [&shape] { return wrong(shape); },
                     .batch =
                         [&shape] {
                           benchmark::DoNotOptimize(plan(baskets(shape)).value.data());
                           return std::uint64_t{1};
                         },
                     .target = 1 / shape.most_seconds,
                     .on_the_wall = true};
  });
}
const int clicks = enter_baskets(click_stream), tills = enter_baskets(till);

const int a_dense_table = enter([] {
  constexpr std::size_t rows = 10'000, columns = 1024;
  return Contender{.name = "mean/plan/10000x1024",
                   .check =
                       [] {
                         const std::vector<double> plain = plain_mean(rows, columns);
                         const MeanEstimate mean = plan(bell_table(rows, columns));
                         if (mean.receipt.steps().size() != 4) return "fell back";
                         for (std::size_t j = 0; j < columns; ++j)
                           if (!(std::abs(mean.value[j] - plain[j]) < 10 * mean.noise_std[j]))
                             return "is not the mean";
                         return "";
                       },
                   .batch =
                       [] {
                         benchmark::DoNotOptimize(plan(bell_table(rows, columns)).value.data());
                         return std::uint64_t{1};
                       },
                   .target = 1 / 0.3,
                   .on_the_wall = true};
});

} // namespace
} // namespace poise::bench
