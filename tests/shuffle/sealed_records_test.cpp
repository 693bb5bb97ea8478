// Sealed records open with the right key, whole and unchanged, and in no other way.
#include "poise/shuffle/sealed_records.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>
#include <vector>

namespace poise::internal {
namespace sealed_records_test {

using Bytes = std::vector<std::uint8_t>;

Bytes record_of(std::size_t bytes) {
  Bytes record(bytes);
  std::iota(record.begin(), record.end(), std::uint8_t{7});
  return record;
}

Bytes sealed(const KeyPair &key, const Bytes &plain) {
  Bytes result(sealed_bytes(plain.size()));
  EXPECT_TRUE(seal(key.public_key, plain, result));
  return result;
}

bool opens(const KeyPair &key, const Bytes &record, std::size_t plain_bytes) {
  Bytes plain(plain_bytes);
  return open(key, record, plain);
}

TEST(SealedRecords, OpenToWhatWasSealed) {
  const KeyPair key = new_key_pair();
  for (const std::size_t bytes : {0U, 1U, 50U, 1000U}) {
    const Bytes plain = record_of(bytes);
    const Bytes record = sealed(key, plain);
    EXPECT_EQ(record.size(), bytes + 48);
    Bytes opened(bytes);
    EXPECT_TRUE(open(key, record, opened));
    EXPECT_EQ(opened, plain);
  }
}

TEST(SealedRecords, AnyChangedBitIsRefused) {
  const KeyPair key = new_key_pair();
  Bytes record = sealed(key, record_of(20));
  for (std::size_t i = 0; i < record.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      record[i] ^= static_cast<std::uint8_t>(1 << bit);
      EXPECT_FALSE(opens(key, record, 20)) << "byte " << i << " bit " << bit;
      record[i] ^= static_cast<std::uint8_t>(1 << bit);
    }
  }
  EXPECT_TRUE(opens(key, record, 20));
}

TEST(SealedRecords, CutOrLengthenedOnesAreRefused) {
  const KeyPair key = new_key_pair();
  const Bytes whole = sealed(key, record_of(20));
  for (std::size_t bytes = 0; bytes < whole.size(); ++bytes) {
    const Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(bytes));
    EXPECT_FALSE(opens(key, cut, 20)) << bytes;
    if (bytes >= 48) {
      EXPECT_FALSE(opens(key, cut, bytes - 48)) << bytes;
    }
  }
  Bytes longer = whole;
  longer.push_back(0);
  EXPECT_FALSE(opens(key, longer, 20));
  EXPECT_FALSE(opens(key, longer, 21));
}

TEST(SealedRecords, NoOtherKeyOpensThem) {
  const KeyPair key = new_key_pair(), other = new_key_pair();
  EXPECT_FALSE(opens(other, sealed(key, record_of(20)), 20));
  const KeyPair mixed{key.public_key, other.secret}; // the public half alone does not help
  EXPECT_FALSE(opens(mixed, sealed(key, record_of(20)), 20));
}

// Two independent strings of 68 bytes agree in eight or more places with a chance below 1e-9.
TEST(SealedRecords, TwoSealsOfOneRecordHaveNothingInCommon) {
  const KeyPair key = new_key_pair();
  const Bytes one = sealed(key, record_of(20)), other = sealed(key, record_of(20));
  int equal = 0;
  for (std::size_t i = 0; i < one.size(); ++i) equal += one[i] == other[i] ? 1 : 0;
  EXPECT_LT(equal, 8);
}

// All zeros is a point of order two or less: every secret makes the same key of it.
TEST(SealedRecords, AKeyThatNobodyCanHoldSealsNothing) {
  const Bytes plain = record_of(20);
  Bytes record(sealed_bytes(plain.size()));
  EXPECT_FALSE(seal(PublicKey{}, plain, record));
}

TEST(SealedRecords, NeedsRoomForTheSeal) {
  const KeyPair key = new_key_pair();
  const Bytes plain = record_of(20);
  Bytes record(20);
  EXPECT_THROW((void)seal(key.public_key, plain, record), std::logic_error);
}

} // namespace sealed_records_test
} // namespace poise::internal
