// Our Walsh-Hadamard transform, in place, in bytes per second; the target is one plain pass.
#include "aggregate/naive_aggregates.h"
#include "frame/contender.h"
#include "plain_pass/plain_pass.h"
#include "poise/aggregate/kernel/hadamard.h"

#include <algorithm>

namespace poise::internal::bench {
namespace {

std::string wrong_at(std::size_t width) {
  const auto block = big_block();
  fill(block, 100'000);
  const auto row = block.first(width);
  const auto expected = naive::hadamard(std::span<const std::int32_t>(row));
  hadamard_rows(row, width);
  return std::ranges::equal(row, expected) ? "" : "differs from the definition";
}

int contend(std::size_t width) {
  return enter([width] {
    return Contender{.name = "hadamard/in-place/d=" + std::to_string(width),
                     .check = [width] { return wrong_at(width); },
                     .batch =
                         [width] {
                           hadamard_rows(big_block(),
                                         width); // sums that outgrow 32 bits wrap, and cost the same
                           return std::uint64_t{big_block().size_bytes()};
                         },
                     .beside = plain_pass,
                     .least_share = 1};
  });
}

const int entries[] = {contend(128), contend(512), contend(2048), contend(8192)};

} // namespace
} // namespace poise::internal::bench
