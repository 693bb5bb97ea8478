// Fisher and Yates on stretches of bytes, with partners fetched ahead.
#include "poise/shuffle/permute_records.h"

#include "poise/random/sampler/uniform.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>

namespace poise::internal {
namespace {

template <std::size_t bytes> void swap_bytes(std::uint8_t *a, std::uint8_t *b) {
  std::array<std::uint8_t, bytes> from_a, from_b;
  std::memcpy(from_a.data(), a, bytes);
  std::memcpy(from_b.data(), b, bytes);
  std::memcpy(a, from_b.data(), bytes);
  std::memcpy(b, from_a.data(), bytes);
}

void swap_records(std::uint8_t *a, std::uint8_t *b, std::size_t bytes) {
  std::size_t at = 0;
  for (; at + 16 <= bytes; at += 16) swap_bytes<16>(a + at, b + at);
  if (at + 8 <= bytes) {
    swap_bytes<8>(a + at, b + at);
    at += 8;
  }
  for (; at < bytes; ++at) std::swap(a[at], b[at]);
}

void fetch(const std::uint8_t *record, std::size_t bytes) {
  constexpr std::size_t line = 64;
  constexpr std::size_t most = 4 * line; // the machine sees where a longer record goes on
  for (std::size_t at = 0; at < std::min(bytes, most); at += line) __builtin_prefetch(record + at, 1);
  __builtin_prefetch(record + bytes - 1, 1);
}

} // namespace

// A record is swapped long after its partner was drawn, which is then on its way from memory; what is
// drawn does not depend on it.
void permute_records(std::span<std::uint8_t> records, std::size_t record_bytes, Bits &bits) {
  if (record_bytes == 0 || records.size() % record_bytes != 0)
    throw std::logic_error("poise: records to permute have one size, and all of it");
  constexpr std::uint64_t ahead = 64;
  std::array<std::uint8_t *, ahead> partners;
  std::uint8_t *const first = records.data();
  for (std::uint64_t left = records.size() / record_bytes; left > 1;) {
    const std::uint64_t batch = std::min(ahead, left - 1);
    for (std::uint64_t i = 0; i < batch; ++i) {
      partners[i] = first + uniform_below(left - i, bits) * record_bytes;
      fetch(partners[i], record_bytes);
    }
    for (std::uint64_t i = 0; i < batch; ++i)
      swap_records(first + (left - i - 1) * record_bytes, partners[i], record_bytes);
    left -= batch;
  }
}

} // namespace poise::internal
