// Two samplers that must agree on every draw, and use the same number of words for it.
#pragma once

#include "poise/random/seeded_bits.h"

#include <gtest/gtest.h>

namespace poise::internal {

template <class Fast, class Slow>
void expect_equal_draw_for_draw(const Fast &fast, const Slow &slow, std::uint64_t seed, int draws) {
  SeededBits fast_bits(seed);
  SeededBits slow_bits(seed);
  for (int i = 0; i < draws; ++i) ASSERT_TRUE(fast(fast_bits) == slow(slow_bits)) << "draw " << i;
  EXPECT_EQ(fast_bits.word(), slow_bits.word()) << "one of them used more words";
}

} // namespace poise::internal
