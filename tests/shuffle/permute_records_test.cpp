// The shuffler's order: uniform, and of all the records.
#include "poise/shuffle/permute_records.h"

#include "poise/random/sampler/uniform.h"
#include "poise/random/seeded_bits.h"
#include "statistical/goodness_of_fit.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace poise::internal {
namespace permute_records_test {

using Records = std::vector<std::uint8_t>;

// Record i is filled with bytes that tell i and the place within it.
Records numbered(std::size_t records, std::size_t record_bytes) {
  Records bytes(records * record_bytes);
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = static_cast<std::uint8_t>(i / record_bytes * 31 + i % record_bytes);
  return bytes;
}

// The plainest shuffle there is.
void permute_plainly(std::span<std::uint8_t> records, std::size_t record_bytes, Bits &bits) {
  for (std::size_t left = records.size() / record_bytes; left > 1; --left) {
    const std::size_t partner = uniform_below(left, bits);
    for (std::size_t byte = 0; byte < record_bytes; ++byte)
      std::swap(records[(left - 1) * record_bytes + byte], records[partner * record_bytes + byte]);
  }
}

// A beginner's: each changes places with any. Its 256 ways do not fit 24 orders evenly.
void permute_unevenly(std::span<std::uint8_t> records, std::size_t record_bytes, Bits &bits) {
  const std::size_t n = records.size() / record_bytes;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t partner = uniform_below(n, bits);
    for (std::size_t byte = 0; byte < record_bytes; ++byte)
      std::swap(records[i * record_bytes + byte], records[partner * record_bytes + byte]);
  }
}

using Permute = std::function<void(std::span<std::uint8_t>, std::size_t, Bits &)>;

// How 100 000 orders of four records fit the uniform law; false alarms at most 1e-6.
std::string misfit_of_orders(std::size_t record_bytes, const Permute &permute) {
  SeededBits bits(801, record_bytes);
  const auto order = [&] {
    Records records = numbered(4, record_bytes);
    permute(records, record_bytes, bits);
    std::int64_t code = 0; // the order as a number with its digits in base four
    for (std::size_t i = 0; i < 4; ++i) code = 4 * code + records[i * record_bytes] / 31;
    return code;
  };
  const auto mass = [](std::int64_t code) {
    int seen = 0;
    for (int digit = 0; digit < 4; ++digit) seen |= 1 << (code >> (2 * digit) & 3);
    return seen == 15 ? 1.0 / 24 : 0.0;
  };
  return statistical::misfit(statistical::count(100'000, order), mass, 0, 255);
}

TEST(PermuteRecords, All24OrdersOfFourAreEquallyLikely) {
  for (const std::size_t record_bytes : {1U, 3U, 50U}) {
    EXPECT_EQ(misfit_of_orders(record_bytes, permute_records), "") << record_bytes;
  }
}

TEST(PermuteRecords, AnUnevenShuffleWouldBeCaught) { EXPECT_NE(misfit_of_orders(3, permute_unevenly), ""); }

TEST(PermuteRecords, IsTheShuffleOfFisherAndYatesDrawForDraw) {
  for (const std::size_t record_bytes : {1U, 2U, 7U, 8U, 15U, 16U, 17U, 31U, 50U, 64U, 98U, 300U}) {
    for (const std::size_t n : {0U, 1U, 2U, 63U, 64U, 65U, 66U, 129U, 1000U}) {
      SeededBits bits(802, n), same_bits(802, n);
      Records records = numbered(n, record_bytes), expected = records;
      permute_records(records, record_bytes, bits);
      permute_plainly(expected, record_bytes, same_bits);
      EXPECT_EQ(records, expected) << n << " of " << record_bytes;
      EXPECT_EQ(bits.word(), same_bits.word()); // not one draw more
    }
  }
}

TEST(PermuteRecords, RefusesHalfARecord) {
  SeededBits bits(803);
  Records records(10);
  EXPECT_THROW(permute_records(records, 3, bits), std::logic_error);
  EXPECT_THROW(permute_records(records, 0, bits), std::logic_error);
}

} // namespace permute_records_test
} // namespace poise::internal
