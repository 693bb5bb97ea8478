// Simulation bits: repeatable everywhere, and honest about it.
#include "poise/random/seeded_bits.h"

#include <gtest/gtest.h>
#include <vector>

namespace poise::internal {
namespace seeded_bits_test {

std::vector<std::uint64_t> first_words(std::uint64_t seed, std::uint64_t stream, int n) {
  SeededBits bits(seed, stream);
  std::vector<std::uint64_t> result;
  for (int i = 0; i < n; ++i) result.push_back(bits.word());
  return result;
}

TEST(SeededBits, AreAFunctionOfSeedAndStream) {
  EXPECT_EQ(first_words(7, 3, 3000), first_words(7, 3, 3000));
  EXPECT_NE(first_words(7, 3, 4), first_words(8, 3, 4));
  EXPECT_NE(first_words(7, 3, 4), first_words(7, 4, 4));
}

TEST(SeededBits, AreTheFirstBytesOfTheChaCha20KeyStream) {
  // RFC 7539, appendix A.1, test vector 1: all-zero key and nonce, block 0.
  EXPECT_EQ(first_words(0, 0, 2), (std::vector<std::uint64_t>{0x903df1a0ade0b876, 0x28bd8653e56a5d40}));
}

TEST(SeededBits, CallThemselvesSeeded) { EXPECT_EQ(SeededBits(1).provenance(), Provenance::seeded); }

TEST(SeededBits, KnowWhetherAnyoneEverAsked) {
  SeededBits bits(1);
  EXPECT_FALSE(bits.drawn());
  (void)bits.word();
  EXPECT_TRUE(bits.drawn());
}

} // namespace seeded_bits_test
} // namespace poise::internal
