// The rival of every aggregate: the plain sum.
#include "hadamard/plain_pass.h"

#include "frame/contender.h"

#include <cstdlib>
#include <ctime>
#include <memory>
#include <new>

namespace poise::bench {
namespace {

constexpr std::size_t block_bytes = std::size_t{64} << 20;

struct Free {
  void operator()(std::int32_t *cells) const { std::free(cells); }
};

double seconds_of_this_thread() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double measure() {
  const auto cells = big_block();
  fill(cells, 1000);
  benchmark::DoNotOptimize(plain_sum(cells));
  const double start = seconds_of_this_thread();
  double passed = 0;
  int passes = 0;
  for (; passed < 1; ++passes) {
    benchmark::DoNotOptimize(plain_sum(cells));
    passed = seconds_of_this_thread() - start;
  }
  return passes * static_cast<double>(block_bytes) / passed;
}

const int plain = enter([] {
  return Contender{"plain-pass/sum",
                   [] {
                     fill(big_block(), 1000);
                     return std::string();
                   },
                   [] {
                     benchmark::DoNotOptimize(plain_sum(big_block()));
                     return std::uint64_t{block_bytes};
                   },
                   0};
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

double plain_bytes_per_second() {
  static const double speed = measure();
  return speed;
}

} // namespace poise::bench
