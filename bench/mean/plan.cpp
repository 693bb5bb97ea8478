// PLAN by the clock: baskets in the shape of a click stream and of a shop's till, and a dense table of normal
// columns.
#include "poise/estimate/mean/plan_mean.h"

#include "baskets/fill_baskets.h"
#include "frame/contender.h"
#include "frame/peak_memory.h"
#include "mean/million_rows.h"
#include "poise/random/system_bits.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace poise::internal::bench {
namespace {

struct Task {
  const char *name;
  BasketShape shape;
  double most_seconds;
};
constexpr Task clicks_task = {"kosarak", click_stream, 1.5}, till_task = {"pos", till, 1};
constexpr std::size_t most_bytes = std::size_t{1} << 30; // beyond the table itself

const Table &baskets(const Task &task) {
  const auto filled = [](const BasketShape &shape) {
    return table_of(shape, fill_baskets(shape, shape.people));
  };
  static const Table clicks = filled(click_stream), tills = filled(till);
  return task.shape.items == click_stream.items ? clicks : tills;
}

Estimate plan(const Table &table) {
  SystemBits bits;
  return plan_mean(table, Grid::within("1000").value(), Grant<Rho>::open(Rho::ratio(1, 1).value()), bits,
                   {.norm = table.binary() ? 1 : 2}, {.threads = 2})
      .value();
}

// All shares add up to the average basket, to within their noise.
std::string wrong(const Task &task) {
  const BasketShape &shape = task.shape;
  const PeakMemory peak;
  const Estimate mean = plan(baskets(task));
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
  (void)std::printf("mean/plan/%s: %.0f MB at most\n", task.name, static_cast<double>(peak.bytes()) / 1e6);
  return "";
}

int enter_baskets(const Task &task) {
  return enter([&task] {
    return Contender{.name = std::string("mean/plan/") + task.name,
                     .check = [&task] { return wrong(task); },
                     .batch =
                         [&task] {
                           benchmark::DoNotOptimize(plan(baskets(task)).value.data());
                           return std::uint64_t{1};
                         },
                     .target = 1 / task.most_seconds,
                     .on_the_wall = true};
  });
}
const int clicks = enter_baskets(clicks_task), tills = enter_baskets(till_task);

const int a_dense_table = enter([] {
  constexpr std::size_t rows = 10'000, columns = 1024;
  return Contender{.name = "mean/plan/10000x1024",
                   .check =
                       [] {
                         const std::vector<double> plain = plain_mean(rows, columns);
                         const Estimate mean = plan(bell_table(rows, columns));
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
} // namespace poise::internal::bench
