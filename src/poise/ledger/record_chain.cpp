// BLAKE2b over the records, one after another.
#include "poise/ledger/record_chain.h"

#include <fmt/format.h>
#include <sodium.h>
#include <span>

namespace poise::internal {
namespace {

using Number = std::array<unsigned char, 8>;

Number little_endian(std::int64_t value) {
  Number bytes{};
  auto rest = static_cast<std::uint64_t>(value);
  for (unsigned char &byte : bytes) {
    byte = static_cast<unsigned char>(rest & 0xffU);
    rest >>= 8;
  }
  return bytes;
}

// Everything but the last part has a fixed length, so no two lists of parts run together.
Hash hash_of(std::string_view role, const Hash &before, std::int64_t number, std::string_view body) {
  static const bool ready = sodium_init() >= 0; // picks the fastest code; the hash is the same without
  static_cast<void>(ready);
  const Number count = little_endian(number);
  crypto_generichash_state state;
  crypto_generichash_init(&state, nullptr, 0, std::tuple_size_v<Hash>);
  const auto add = [&](const void *bytes, std::size_t size) {
    crypto_generichash_update(&state, static_cast<const unsigned char *>(bytes), size);
  };
  add(role.data(), role.size());
  add(before.data(), before.size());
  add(count.data(), count.size());
  add(body.data(), body.size());
  Hash result{};
  crypto_generichash_final(&state, result.data(), result.size());
  return result;
}

constexpr std::string_view record_role = "poise: record 1\n";
constexpr std::string_view seal_role = "poise: seal 1 \n\n";
static_assert(record_role.size() == seal_role.size());

} // namespace

RecordChain::RecordChain() : last_{} {}

StoredRecord RecordChain::append(std::string body) {
  ++count_;
  last_ = hash_of(record_role, last_, count_, body);
  return {count_, std::move(body), last_};
}

Seal RecordChain::seal() const { return {count_, hash_of(seal_role, last_, count_, "")}; }

std::optional<std::string> RecordChain::follow(const std::vector<StoredRecord> &records, const Seal &seal) {
  for (const StoredRecord &record : records) {
    if (record.number != count_ + 1) return fmt::format("record {} is missing", count_ + 1);
    if (record.hash != hash_of(record_role, last_, record.number, record.body))
      return fmt::format("record {} is not as it was written", record.number);
    ++count_;
    last_ = record.hash;
  }
  if (seal != this->seal()) return fmt::format("the seal is not that of its {} records", count_);
  return std::nullopt;
}

} // namespace poise::internal
