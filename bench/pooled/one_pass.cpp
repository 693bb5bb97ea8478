// Magnitudes of all cells counted in geometric buckets, in bytes per second; the target is two plain passes.
#include "aggregate/naive_aggregates.h"
#include "frame/contender.h"
#include "plain_pass/plain_pass.h"
#include "poise/aggregate/kernel/pooled_counts.h"

#include <vector>

namespace poise::internal::bench {
namespace {

GeometricGrid grid_of(unsigned radii) { return GeometricGrid::up_to(power_of_two(30), radii); }

std::string wrong(unsigned radii, std::int32_t bound) {
  fill(big_block(), bound);
  const auto grid = grid_of(radii);
  const std::span<const std::int32_t> part = big_block().first(100'000);
  std::vector<std::uint64_t> counts(grid.buckets()), expected(grid.buckets());
  PooledCounts(grid).add(part, counts);
  for (const std::int32_t cell : part)
    ++expected[naive::bucket(grid.radii(), abs(naive::exactly(cell)), false)];
  return counts == expected ? "" : "differs from counting one by one";
}

int contend(unsigned radii, std::int32_t bound) {
  return enter([radii, bound] {
    const PooledCounts counter(grid_of(radii));
    return Contender{.name = "pooled/radii=" + std::to_string(radii) + "/bound=" + std::to_string(bound),
                     .check = [radii, bound] { return wrong(radii, bound); },
                     .batch =
                         [counter] {
                           std::vector<std::uint64_t> counts(counter.buckets());
                           counter.add(big_block(), counts);
                           benchmark::DoNotOptimize(counts.data());
                           return std::uint64_t{big_block().size_bytes()};
                         },
                     .beside = plain_pass,
                     .least_share = 1 / 2.0};
  });
}

const int entries[] = {contend(64, 1 << 20), contend(256, 1 << 20), contend(64, 1 << 6)};

} // namespace
} // namespace poise::internal::bench
