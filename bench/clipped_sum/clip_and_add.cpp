// The clipped sum with about one row in a hundred outside, in bytes per second; the target is two plain
// passes.
#include "aggregate/naive_aggregates.h"
#include "frame/contender.h"
#include "plain_pass/plain_pass.h"
#include "poise/aggregate/kernel/clip_rows.h"

#include <algorithm>
#include <vector>

namespace poise::internal::bench {
namespace {

constexpr std::int32_t bound = 1 << 20;

// The limit that one row in a hundred exceeds.
Ball ball_for(Norm norm, std::size_t columns) {
  const std::size_t rows = 5000;
  fill(big_block().first(rows * columns), bound);
  std::vector<UInt192> norms(rows);
  row_norms(norm, std::span<const std::int32_t>(big_block().first(rows * columns)), columns, norms);
  std::ranges::sort(norms);
  const Integer limit = to_integer(norms[rows - rows / 100]);
  return norm == Norm::l1 ? Ball::l1(limit) : Ball::l2(limit);
}

std::string wrong(const Ball &ball, std::size_t columns) {
  fill(big_block(), bound);
  const std::span<const std::int32_t> part = big_block().first(300 * columns);
  std::vector<Int128> sums(columns), expected(columns);
  add_clipped_rows(ball, part, columns, sums);
  for (std::size_t first = 0; first < part.size(); first += columns) {
    const auto row = naive::clipped(ball.norm(), ball.limit(), part.subspan(first, columns));
    for (std::size_t j = 0; j < columns; ++j) expected[j] += row[j];
  }
  return sums == expected ? "" : "differs from the naive sum";
}

int contend(Norm norm, std::size_t columns) {
  return enter([norm, columns] {
    const Ball ball = ball_for(norm, columns);
    return Contender{.name = std::string("clipped-sum/") + (norm == Norm::l1 ? "l1" : "l2") +
                             "/d=" + std::to_string(columns),
                     .check = [ball, columns] { return wrong(ball, columns); },
                     .batch =
                         [ball, columns] {
                           const std::span<const std::int32_t> block = big_block();
                           const auto cells = block.first(block.size() / columns * columns);
                           std::vector<Int128> sums(columns);
                           add_clipped_rows(ball, cells, columns, sums);
                           benchmark::DoNotOptimize(sums.data());
                           return std::uint64_t{cells.size_bytes()};
                         },
                     .beside = plain_pass,
                     .least_share = 1 / 2.0};
  });
}

const int entries[] = {contend(Norm::l2, 1),   contend(Norm::l2, 2),    contend(Norm::l2, 3),
                       contend(Norm::l2, 8),   contend(Norm::l1, 3),    contend(Norm::l2, 32),
                       contend(Norm::l2, 128), contend(Norm::l2, 2048), contend(Norm::l1, 128)};

} // namespace
} // namespace poise::internal::bench
