// Counting at or below thresholds, in bytes per second; with one threshold a column the target is 1.5 plain
// passes.
#include "aggregate/naive_aggregates.h"
#include "frame/contender.h"
#include "plain_pass/plain_pass.h"
#include "poise/aggregate/kernel/counts_at_or_below.h"

#include <vector>

namespace poise::internal::bench {
namespace {

struct Task {
  std::size_t columns;
  std::vector<std::int32_t> thresholds;

  std::span<const std::int32_t> cells() const {
    const auto block = big_block();
    return block.first(block.size() / columns * columns);
  }
};

std::string wrong(const Task &task) {
  fill(big_block(), 1000);
  const auto part = task.cells().first(100 * task.columns);
  std::vector<std::uint64_t> counts(task.thresholds.size());
  add_counts_at_or_below(part, task.columns, std::span(task.thresholds), counts);
  const auto expected = naive::counts_at_or_below(part, task.columns, std::span(task.thresholds));
  return counts == expected ? "" : "differs from counting one by one";
}

int contend(std::size_t columns, std::size_t levels) {
  return enter([columns, levels] {
    Task task{columns, std::vector<std::int32_t>(columns * levels)};
    fill(task.thresholds, 1000);
    return Contender{
        .name = "counting/d=" + std::to_string(columns) + "/thresholds=" + std::to_string(levels),
        .check = [task] { return wrong(task); },
        .batch =
            [task] {
              std::vector<std::uint64_t> counts(task.thresholds.size());
              add_counts_at_or_below(task.cells(), task.columns, std::span(task.thresholds), counts);
              benchmark::DoNotOptimize(counts.data());
              return std::uint64_t{task.cells().size_bytes()};
            },
        .beside = plain_pass,
        .least_share = levels == 1 ? 1 / 1.5 : 0};
  });
}

const int entries[] = {contend(1, 1), contend(128, 1), contend(2048, 1), contend(128, 4), contend(128, 16)};

} // namespace
} // namespace poise::internal::bench
