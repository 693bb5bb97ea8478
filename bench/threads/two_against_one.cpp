// Two threads beside one, on the same rows in the same run: at least 1.7 times as fast.
#include "frame/contender.h"
#include "poise/aggregate/exact/clipped_sums.h"
#include "poise/aggregate/exact/column_counts.h"
#include "poise/aggregate/exact/column_search.h"
#include "poise/aggregate/transform/rotated_rows.h"
#include "poise/base/worker_pool.h"
#include "poise/grid/kept_grid_rows.h"

namespace poise::internal::bench {
namespace {

constexpr std::size_t columns = 128, rows = std::size_t{1} << 18; // 128 MiB of 32 bits
constexpr std::int64_t bound = 1 << 20;

const std::shared_ptr<const GridRows> &people() {
  static const auto kept = [] {
    KeptGridRows<std::int32_t>::Cells cells;
    std::uint64_t state = 1;
    for (std::size_t i = 0; i < rows * columns; ++i) {
      state = state * 6364136223846793005U + 1442695040888963407U;
      cells.values.push_back(static_cast<std::int32_t>((state >> 33) % (2 * bound + 1)) -
                             static_cast<std::int32_t>(bound));
    }
    return std::shared_ptr<const GridRows>(
        std::make_shared<KeptGridRows<std::int32_t>>(rows, columns, bound, std::move(cells)));
  }();
  return kept;
}

using Job = void (*)(const RunOptions &);

void clip(const RunOptions &run) {
  // Wide enough for most rows: their norms are around bound * sqrt(columns / 3).
  const Ball ball = Ball::l2(Integer(bound) * bound * Integer(columns) / 2);
  benchmark::DoNotOptimize(ClippedSums::of(*people(), ball, run).value().rows());
}
void rotate_and_count(const RunOptions &run) {
  const auto rotated = rotated_rows(people(), {1, 2}).value();
  benchmark::DoNotOptimize(
      ColumnCounts::of(*rotated, std::vector<std::int64_t>(columns), run).value().rows());
}
void search(const RunOptions &run) {
  ColumnSearch medians(people(), run);
  for (int step = 0; step < 20; ++step) {
    std::vector<std::int64_t> middles;
    for (std::size_t j = 0; j < columns; ++j) middles.push_back((medians.lows()[j] + medians.highs()[j]) / 2);
    benchmark::DoNotOptimize(medians.count(middles).value().rows());
    medians.keep(std::vector<ColumnSearch::Half>(columns, ColumnSearch::Half::lower));
  }
}

// What two threads gain on this machine when they share nothing at all: more than that nobody can have.
void spin(const RunOptions &run) {
  WorkerPool(run.threads).each(2, [](unsigned, std::size_t) {
    std::uint64_t state = 1;
    for (int i = 0; i < 20'000'000; ++i) state = state * 6364136223846793005U + 1442695040888963407U;
    benchmark::DoNotOptimize(state);
  });
}

int contend(const char *name, Job job, double target = 1.7) {
  return enter([name, job, target] {
    return Contender{.name = std::string("two-threads/") + name,
                     .check =
                         [] {
                           // Answers are equal for any number of threads: tests/aggregate/answers_test.cpp.
                           return std::string(people()->rows() == rows ? "" : "other rows than were made");
                         },
                     .batch =
                         [job] {
                           job({.threads = 2});
                           return std::uint64_t{rows * columns * 4};
                         },
                     .beside =
                         [job] {
                           job({.threads = 1});
                           return std::uint64_t{rows * columns * 4};
                         },
                     .least_share = target,
                     .on_the_wall = true};
  });
}

const int entries[] = {contend("ceiling", spin, 1), contend("clipped-sum", clip),
                       contend("rotate-and-count", rotate_and_count), contend("median-search", search)};

} // namespace
} // namespace poise::internal::bench
