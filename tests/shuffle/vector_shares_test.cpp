// Shares add up to the vector, and any of them but one say nothing about it.
#include "poise/shuffle/vector_shares.h"

#include "oracle/scripted_bits.h"
#include "poise/base/exact.h"
#include "poise/random/seeded_bits.h"
#include "statistical/goodness_of_fit.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace poise::internal {
namespace vector_shares_test {

using Payload = std::vector<std::uint8_t>;

struct Record {
  std::uint32_t tag;
  Payload payload;
};

std::vector<Record> records_of(const ShareShape &shape, const std::vector<std::int64_t> &vector, Bits &bits) {
  std::vector<Record> records;
  split(shape, vector, bits, [&](std::uint32_t tag, std::span<const std::uint8_t> payload) {
    records.push_back({tag, Payload(payload.begin(), payload.end())});
  });
  return records;
}

// A residue read as signed, from the definition.
std::int64_t in_group(const ShareShape &shape, std::int64_t value) {
  const Integer modulus = power_of_two(8 * shape.word_bytes);
  Integer residue = Integer(value) % modulus;
  if (residue < 0) residue += modulus;
  if (2 * residue >= modulus) residue -= modulus;
  return residue.get_si();
}

std::uint64_t residue_at(const ShareShape &shape, const Payload &payload, std::size_t word) {
  std::uint64_t residue = 0;
  for (std::size_t byte = shape.word_bytes; byte-- > 0;)
    residue = residue << 8 | payload[word * shape.word_bytes + byte];
  return residue;
}

// At full size from the first case on: RapidCheck would begin with narrow words and short vectors.
ShareShape any_shape() {
  const auto up_to = [](std::uint32_t low, std::uint32_t high) {
    return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::uint32_t>(low, high + 1));
  };
  return {up_to(1, 40), up_to(1, 12), up_to(3, 8), up_to(2, 9)};
}

std::vector<std::int64_t> any_vector(const ShareShape &shape) {
  return *rc::gen::container<std::vector<std::int64_t>>(shape.coordinates,
                                                        rc::gen::arbitrary<std::int64_t>());
}

RC_GTEST_PROP(VectorShares, AddUpToTheVectorsInAnyOrder, ()) {
  const ShareShape shape = any_shape();
  SeededBits bits(811, *rc::gen::arbitrary<std::uint64_t>());
  const std::size_t participants = *rc::gen::inRange<std::size_t>(1, 4);
  std::vector<Record> records;
  std::vector<std::uint64_t> total(shape.coordinates);
  for (std::size_t i = 0; i < participants; ++i) {
    const auto vector = any_vector(shape);
    for (std::size_t c = 0; c < total.size(); ++c) total[c] += static_cast<std::uint64_t>(vector[c]);
    for (Record &record : records_of(shape, vector, bits)) records.push_back(std::move(record));
  }
  RC_ASSERT(records.size() == participants * shape.records());
  std::ranges::reverse(records);
  ShareSums sums(shape), others(shape);
  for (std::size_t i = 0; i < records.size(); ++i)
    RC_ASSERT((i % 3 == 0 ? others : sums).add(records[i].tag, records[i].payload));
  sums.add(others);
  RC_ASSERT(sums.complete(participants));
  const std::vector<std::int64_t> result = sums.sums();
  RC_ASSERT(result.size() == total.size());
  for (std::size_t c = 0; c < total.size(); ++c)
    RC_ASSERT(result[c] == in_group(shape, static_cast<std::int64_t>(total[c])));
}

RC_GTEST_PROP(VectorShares, AreWordsWithTheLeastByteFirst, ()) {
  const ShareShape shape = any_shape();
  SeededBits bits(812, *rc::gen::arbitrary<std::uint64_t>());
  const auto vector = any_vector(shape);
  std::vector<std::uint64_t> sums(std::size_t{shape.blocks()} * shape.block);
  for (const Record &record : records_of(shape, vector, bits))
    for (std::size_t i = 0; i < shape.block; ++i)
      sums[record.tag * shape.block + i] += residue_at(shape, record.payload, i);
  for (std::size_t c = 0; c < sums.size(); ++c)
    RC_ASSERT(in_group(shape, static_cast<std::int64_t>(sums[c])) ==
              (c < vector.size() ? in_group(shape, vector[c]) : 0));
}

// Exact: whatever the records but one are to be, there are random bytes that make them so. There are as many
// strings of random bytes as there are such records, so exactly one makes each: they are uniform.
RC_GTEST_PROP(VectorShares, AnyButOneTakeEveryValueEquallyOften, ()) {
  ShareShape shape = any_shape();
  shape.coordinates = std::min(shape.coordinates, shape.block); // one block
  const auto vector = any_vector(shape);
  const std::size_t left_out = *rc::gen::inRange<std::size_t>(0, shape.shares);
  // The wanted records, and in place of the one left out what completes the sum.
  std::vector<std::vector<std::uint64_t>> wanted(shape.shares);
  SeededBits targets(813, *rc::gen::arbitrary<std::uint64_t>());
  std::vector<std::uint64_t> rest(shape.block);
  std::copy(vector.begin(), vector.end(), rest.begin());
  for (std::size_t s = 0; s < shape.shares; ++s) {
    if (s == left_out) continue;
    for (std::size_t i = 0; i < shape.block; ++i) {
      wanted[s].push_back(targets.word() >> (64 - 8 * shape.word_bytes));
      rest[i] -= wanted[s][i];
    }
  }
  wanted[left_out] = rest;
  // What the uniform records (all but the last) are made of, as words.
  Payload bytes;
  for (std::size_t s = 0; s + 1 < shape.shares; ++s)
    for (const std::uint64_t residue : wanted[s])
      for (std::size_t byte = 0; byte < shape.word_bytes; ++byte)
        bytes.push_back(static_cast<std::uint8_t>(residue >> (8 * byte)));
  RC_ASSERT(bytes.size() == (shape.shares - 1) * shape.payload_bytes());
  std::vector<std::uint64_t> script((bytes.size() + 7) / 8);
  for (std::size_t i = 0; i < bytes.size(); ++i) script[i / 8] |= std::uint64_t{bytes[i]} << (i % 8 * 8);
  oracle::ScriptedBits bits(script);
  const std::vector<Record> records = records_of(shape, vector, bits);
  RC_ASSERT(bits.used() == script.size());
  for (std::size_t s = 0; s < shape.shares; ++s) {
    if (s == left_out) continue;
    for (std::size_t i = 0; i < shape.block; ++i)
      RC_ASSERT(residue_at(shape, records[s].payload, i) == wanted[s][i]);
  }
}

// The leading three bits of two out of three records, of the second word: 64 cells, uniform at a false-alarm
// rate of 1e-6. `spoil` is what a worse split would do.
std::string misfit_of_pair(std::size_t a, std::size_t b,
                           const std::function<void(std::vector<Record> &)> &spoil) {
  const ShareShape shape{2, 2, 3, 3};
  SeededBits bits(814, 3 * a + b);
  const auto draw = [&] {
    std::vector<Record> records = records_of(shape, {12345, -7}, bits);
    spoil(records);
    return records[a].payload.back() / 32 * 8 + records[b].payload.back() / 32;
  };
  return statistical::misfit(
      statistical::count(100'000, draw), [](std::int64_t) { return 1.0 / 64; }, 0, 63);
}

TEST(VectorShares, AnyTwoOutOfThreeAreIndependentAndUniform) {
  for (const auto &[a, b] : {std::pair{0U, 1U}, {0U, 2U}, {1U, 2U}}) {
    EXPECT_EQ(misfit_of_pair(a, b, [](auto &) {}), "") << a << b;
  }
}

TEST(VectorShares, AShareUsedTwiceOrABitThatSticksWouldBeCaught) {
  EXPECT_NE(misfit_of_pair(0, 1, [](auto &records) { records[1] = records[0]; }), "");
  int record = 0;
  EXPECT_NE(misfit_of_pair(0, 1,
                           [&](auto &records) { // in one record of fifty
                             if (++record % 50 == 0) records[0].payload.back() &= 0x7f;
                           }),
            "");
}

TEST(VectorShares, WrongTagsAndSizesAreRefusedAndNotCounted) {
  const ShareShape shape{5, 2, 4, 3};
  ShareSums sums(shape);
  const Payload good(8, 1), shorter(7, 1), longer(9, 1);
  EXPECT_FALSE(sums.add(3, good));
  EXPECT_FALSE(sums.add(~std::uint32_t{0}, good));
  EXPECT_FALSE(sums.add(0, shorter));
  EXPECT_FALSE(sums.add(0, longer));
  EXPECT_FALSE(sums.add(0, {}));
  EXPECT_EQ(sums.sums(), std::vector<std::int64_t>(5));
  for (std::uint32_t tag = 0; tag < 3; ++tag) EXPECT_EQ(sums.records(tag), 0U);
  EXPECT_TRUE(sums.add(2, good));
  EXPECT_EQ(sums.records(2), 1U);
  EXPECT_EQ(sums.sums(), (std::vector<std::int64_t>{0, 0, 0, 0, 0x01010101}));
}

TEST(VectorShares, AreCompleteWithExactlyOneRecordAShare) {
  const ShareShape shape{5, 2, 4, 3};
  SeededBits bits(815);
  ShareSums sums(shape);
  EXPECT_TRUE(sums.complete(0));
  for (std::uint64_t participant = 0; participant < 2; ++participant) {
    for (const Record &record : records_of(shape, {1, 2, 3, 4, 5}, bits)) {
      ASSERT_TRUE(sums.add(record.tag, record.payload));
      EXPECT_EQ(sums.complete(participant + 1), sums.records(0) == 3 * (participant + 1) &&
                                                    sums.records(1) == 3 * (participant + 1) &&
                                                    sums.records(2) == 3 * (participant + 1));
      EXPECT_FALSE(sums.complete(participant));
    }
  }
  EXPECT_FALSE(sums.complete(0x5555555555555557)); // three times this is five, modulo 2^64
  EXPECT_TRUE(sums.complete(2));
  ASSERT_TRUE(sums.add(1, Payload(8)));
  EXPECT_FALSE(sums.complete(2));
}

TEST(VectorShares, ShapesThatHideNothingAreRefused) {
  SeededBits bits(816);
  for (const ShareShape &shape :
       {ShareShape{0, 1, 4, 2}, {1, 0, 4, 2}, {1, 1, 2, 2}, {1, 1, 9, 2}, {1, 1, 4, 1}}) {
    EXPECT_THROW(ShareSums{shape}, std::logic_error);
    EXPECT_THROW(records_of(shape, std::vector<std::int64_t>(shape.coordinates), bits), std::logic_error);
  }
  EXPECT_THROW(records_of({2, 1, 4, 2}, {1}, bits), std::logic_error);
  ShareSums sums({2, 1, 4, 2});
  EXPECT_THROW(sums.add(ShareSums({2, 1, 4, 3})), std::logic_error);
}

} // namespace vector_shares_test
} // namespace poise::internal
