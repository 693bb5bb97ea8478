// Numbers byte by byte, so that no machine's own order shows.
#include "poise/protocol/wire.h"

#include <algorithm>
#include <sodium.h>
#include <stdexcept>

namespace poise::internal {
namespace {

constexpr std::array<std::uint8_t, 5> magic = {'p', 'o', 'i', 's', 'e'};
constexpr std::size_t opening_bytes = magic.size() + 2;

} // namespace

Digest digest_of(ByteView bytes) {
  [[maybe_unused]] static const bool ready = sodium_init() >= 0; // picks the fastest code; same hash without
  // libsodium hashes to at least 16 bytes; of those we keep eight.
  std::array<std::uint8_t, crypto_generichash_BYTES_MIN> hash;
  crypto_generichash(hash.data(), hash.size(), bytes.data(), bytes.size(), nullptr, 0);
  Digest digest;
  std::copy_n(hash.begin(), digest.size(), digest.begin());
  return digest;
}

WireWriter::WireWriter(WireKind kind) {
  for (const std::uint8_t letter : magic) u8(letter);
  u8(static_cast<std::uint8_t>(kind));
  u8(wire_version);
}

void WireWriter::number(std::uint64_t value, unsigned bytes) {
  for (unsigned i = 0; i < bytes; ++i) u8(static_cast<std::uint8_t>(value >> (8 * i)));
}

void WireWriter::text(const std::string &text) {
  u32(static_cast<std::uint32_t>(text.size()));
  for (const char letter : text) u8(static_cast<std::uint8_t>(letter));
}

void WireWriter::fraction(const Rational &value) { text(value.get_str()); }

Bytes WireWriter::sealed() && {
  const Digest digest = digest_of(bytes_);
  raw(digest);
  return std::move(bytes_);
}

WireReader::WireReader(ByteView bytes, WireKind kind) : opening_(look_at(bytes, kind)) {
  good_ = opening_ == Opening::fine;
  if (good_) rest_ = bytes.subspan(opening_bytes, bytes.size() - opening_bytes - Digest{}.size());
}

WireReader::Opening WireReader::look_at(ByteView bytes, WireKind kind) {
  if (bytes.size() < opening_bytes + Digest{}.size() || !std::ranges::equal(magic, bytes.first(magic.size())))
    return Opening::not_ours;
  if (bytes[magic.size()] != static_cast<std::uint8_t>(kind)) return Opening::other_kind;
  if (bytes[magic.size() + 1] != wire_version) return Opening::other_version;
  const ByteView body = bytes.first(bytes.size() - Digest{}.size());
  return std::ranges::equal(digest_of(body), bytes.subspan(body.size())) ? Opening::fine : Opening::damaged;
}

std::uint64_t WireReader::number(unsigned bytes) {
  std::uint64_t value = 0;
  const ByteView part = raw(bytes);
  for (std::size_t i = 0; i < part.size(); ++i) value |= std::uint64_t{part[i]} << (8 * i);
  return value;
}

bool WireReader::has(std::uint64_t count, std::size_t bytes_each) {
  if (good_ && count <= rest_.size() / bytes_each) return true;
  good_ = false;
  return false;
}

ByteView WireReader::raw(std::size_t count) {
  if (!has(count, 1)) return {};
  const ByteView part = rest_.first(count);
  rest_ = rest_.subspan(count);
  return part;
}

std::string WireReader::text(std::size_t longest) {
  const std::uint32_t length = u32();
  if (length > longest) good_ = false;
  const ByteView letters = raw(length);
  return {letters.begin(), letters.end()};
}

Rational WireReader::fraction() {
  const std::string digits = text(longest_fraction);
  const bool plain = !digits.empty() && std::ranges::all_of(digits, [](char letter) {
    return (letter >= '0' && letter <= '9') || letter == '/' || letter == '-';
  });
  Rational value = 0;
  // GMP takes leading zeros and fractions that are not in lowest terms; we take one spelling a number.
  if (!plain || value.set_str(digits, 10) != 0 || value.get_den() == 0) {
    good_ = false;
    return 0;
  }
  value.canonicalize();
  if (value.get_str() != digits) good_ = false;
  return value;
}

std::string opening_trouble(WireReader::Opening opening, const std::string &what) {
  switch (opening) {
  case WireReader::Opening::not_ours:
    return "this is not " + what + " of poise, or most of it is missing";
  case WireReader::Opening::other_kind:
    return "this is a file of poise, but not " + what;
  case WireReader::Opening::other_version:
    return "this is " + what + " of another version of poise";
  case WireReader::Opening::damaged:
    return what + " is damaged: its digest does not fit";
  case WireReader::Opening::fine:
    return what + " has numbers in it that make no sense";
  }
  throw std::logic_error("poise: no such opening");
}

} // namespace poise::internal
