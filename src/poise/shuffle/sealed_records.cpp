// libsodium's sealed boxes.
#include "poise/shuffle/sealed_records.h"

#include <sodium.h>
#include <stdexcept>

namespace poise::internal {
namespace {

void start_sodium() {
  // Idempotent and thread-safe; it fails only where the system has no randomness at all.
  static const int started = sodium_init();
  if (started < 0) throw std::runtime_error("poise: the system offers no randomness");
}

} // namespace

KeyPair::~KeyPair() { sodium_memzero(secret.data(), secret.size()); }

KeyPair new_key_pair() {
  static_assert(sizeof(PublicKey) == crypto_box_PUBLICKEYBYTES);
  static_assert(sizeof(KeyPair::secret) == crypto_box_SECRETKEYBYTES);
  start_sodium();
  KeyPair key;
  crypto_box_keypair(key.public_key.bytes.data(), key.secret.data());
  return key;
}

std::size_t sealed_bytes(std::size_t plain) { return plain + crypto_box_SEALBYTES; }

bool seal(const PublicKey &key, std::span<const std::uint8_t> plain, std::span<std::uint8_t> sealed) {
  if (sealed.size() != sealed_bytes(plain.size()))
    throw std::logic_error("poise: a sealed record needs room of its own size");
  start_sodium();
  return crypto_box_seal(sealed.data(), plain.data(), plain.size(), key.bytes.data()) == 0;
}

bool open(const KeyPair &key, std::span<const std::uint8_t> sealed, std::span<std::uint8_t> plain) {
  if (sealed.size() != sealed_bytes(plain.size())) return false;
  start_sodium();
  return crypto_box_seal_open(plain.data(), sealed.data(), sealed.size(), key.public_key.bytes.data(),
                              key.secret.data()) == 0;
}

} // namespace poise::internal
