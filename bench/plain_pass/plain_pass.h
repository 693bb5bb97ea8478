// The yardstick of the aggregates: a plain sum over the same bytes, on the same core, in the same run.
#pragma once

#include <cstdint>
#include <span>

namespace poise::internal::bench {

// One block of 64 MiB, larger than a core's own caches, aligned to cache lines. Whoever is timed fills it
// first.
std::span<std::int32_t> big_block();

// Fills the block with numbers within +-bound, from a fixed seed.
void fill(std::span<std::int32_t> cells, std::int32_t bound);

// As a compiler makes it of a loop.
std::int64_t plain_sum(std::span<const std::int32_t> cells);

// plain_sum over the whole block, as a rival to stand beside: returns the bytes it read.
std::uint64_t plain_pass();

} // namespace poise::internal::bench
