// Records that only the analyzer can read, though they pass through the shuffler's hands.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace poise::internal {

struct PublicKey { // public
  std::array<std::uint8_t, 32> bytes;
};

struct KeyPair {
  PublicKey public_key;
  std::array<std::uint8_t, 32> secret;

  ~KeyPair(); // forgets the secret
};

// Keys come from the operating system, never from Bits: a seeded simulation has no secrets.
KeyPair new_key_pair();

// The size of a record of so many bytes once it is sealed: 48 more.
std::size_t sealed_bytes(std::size_t plain);

// PROMISE  Without the open key nobody learns more of a sealed record than its size, or turns it into another
//          that opens. Two seals of one record have nothing in common. Anyone can seal: it does not say who.
// WHY      libsodium's sealed box: X25519 with a key pair made for this record alone, XSalsa20, Poly1305.
// ASSUMES  The usual hardness of X25519; `sealed` has sealed_bytes(plain.size()) bytes and `plain` as many as
//          were sealed.
// CHECKED  tests/shuffle/sealed_records_test.cpp
[[nodiscard]] bool seal(const PublicKey &key, std::span<const std::uint8_t> plain,
                        std::span<std::uint8_t> sealed); // false: a key that nobody can hold
[[nodiscard]] bool open(const KeyPair &key, std::span<const std::uint8_t> sealed,
                        std::span<std::uint8_t> plain); // false: not a record sealed to this key

} // namespace poise::internal
