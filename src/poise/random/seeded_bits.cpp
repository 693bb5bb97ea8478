// ChaCha20 as a repeatable stream: the seed is the key, the stream number the nonce.
#include "poise/random/seeded_bits.h"

#include <sodium.h>

namespace poise::internal {
namespace {

void put_little_endian(std::uint64_t value, unsigned char *out) {
  for (int byte = 0; byte < 8; ++byte) out[byte] = static_cast<unsigned char>(value >> (8 * byte));
}

std::uint64_t get_little_endian(const unsigned char *in) {
  std::uint64_t value = 0;
  for (int byte = 7; byte >= 0; --byte) value = value << 8 | in[byte];
  return value;
}

} // namespace

SeededBits::SeededBits(std::uint64_t seed, std::uint64_t stream) : Bits(&buffer_), key_{}, nonce_{} {
  static_assert(sizeof key_ == crypto_stream_chacha20_KEYBYTES);
  static_assert(sizeof nonce_ == crypto_stream_chacha20_NONCEBYTES);
  buffer_.left = 0;
  put_little_endian(seed, key_.data());
  put_little_endian(stream, nonce_.data());
}

void SeededBits::refill() {
  constexpr std::size_t bytes = sizeof buffer_.words;
  static_assert(bytes % 64 == 0, "a refill is a whole number of ChaCha blocks");
  std::array<unsigned char, bytes> stream{};
  crypto_stream_chacha20_xor_ic(stream.data(), stream.data(), bytes, nonce_.data(), block_, key_.data());
  block_ += bytes / 64;
  // The pool is emptied from its end: store backwards, so that words leave in stream order.
  for (std::size_t i = 0; i < Pool::capacity; ++i)
    buffer_.words[Pool::capacity - 1 - i] = get_little_endian(&stream[8 * i]);
  buffer_.left = Pool::capacity;
}

} // namespace poise::internal
