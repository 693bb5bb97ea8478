// The rival of every aggregate: the plain sum.
#include "plain_pass/plain_pass.h"

#include "frame/contender.h"

#include <cstdlib>
#include <memory>
#include <new>

namespace poise::internal::bench {
namespace {

constexpr std::size_t block_bytes = std::size_t{64} << 20;

struct Free {
  void operator()(std::int32_t *cells) const { std::free(cells); }
};

const int plain = enter([] {
  return Contender{"plain-pass/sum",
                   [] {
                     fill(big_block(), 1000);
                     return std::string();
                   },
                   plain_pass, 0};
});

} // namespace

std::span<std::int32_t> big_block() {
  static const std::unique_ptr<std::int32_t, Free> block(
      static_cast<std::int32_t *>(std::aligned_alloc(64, block_bytes)));
  if (!block) throw std::bad_alloc();
  return {block.get(), block_bytes / sizeof(std::int32_t)};
}

void fill(std::span<std::int32_t> cells, std::int32_t bound) {
  std::uint64_t state = 1;
  const std::uint64_t span = 2 * static_cast<std::uint64_t>(bound) + 1;
  for (std::int32_t &cell : cells) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    cell = static_cast<std::int32_t>((state >> 33) % span) - bound;
  }
}

std::int64_t plain_sum(std::span<const std::int32_t> cells) {
  std::int64_t total = 0;
  for (const std::int32_t cell : cells) total += cell;
  return total;
}

std::uint64_t plain_pass() {
  benchmark::DoNotOptimize(plain_sum(big_block()));
  return block_bytes;
}

} // namespace poise::internal::bench
