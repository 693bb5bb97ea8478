// Hashes that tie every record to all before it, so that a changed book is noticed.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace poise::internal {

using Hash = std::array<unsigned char, 32>;

struct StoredRecord {
  std::int64_t number; // 1, 2, 3, ...
  std::string body;
  Hash hash;
};

// What the head of the book says about its records.
struct Seal {
  std::int64_t count;
  Hash hash;

  friend bool operator==(const Seal &, const Seal &) = default;
};

// PROMISE  A book in which a record was changed, lost, added, moved or swapped is noticed, as is a
//          changed seal, unless BLAKE2b collides.
// WHY      A record's hash covers its number, its text and the hash before it, the seal the number of
//          records and the last hash.
// ASSUMES  accidents: who may write the file can write a whole new book, or put an old copy back.
// CHECKED  tests/ledger/record_chain_test.cpp, tests/ledger/damage_test.cpp
class RecordChain {
public:
  RecordChain();

  StoredRecord append(std::string body); // the record to store after all so far
  Seal seal() const;

  // What is wrong with these records, if anything; otherwise the chain now ends with the last.
  std::optional<std::string> follow(const std::vector<StoredRecord> &records, const Seal &seal);

private:
  std::int64_t count_ = 0;
  Hash last_;
};

} // namespace poise::internal
