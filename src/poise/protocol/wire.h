// Bytes on the wire: little-endian numbers, counted lists, and a digest at the end that shows damage.
#pragma once

#include "poise/base/exact.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace poise::internal {

using Bytes = std::vector<std::uint8_t>;
using ByteView = std::span<const std::uint8_t>;

// The first eight bytes of BLAKE2b: enough to tell accidents and mix-ups, not a signature.
using Digest = std::array<std::uint8_t, 8>;
Digest digest_of(ByteView bytes);

// What all formats begin with: "poise", the kind of thing, and the version of the format.
inline constexpr std::uint8_t wire_version = 1;
enum class WireKind : std::uint8_t { session = 'S', round = 'R', message = 'M', batch = 'B', shuffled = 'X' };

// How many letters a fraction may have: enough for every number that a person may type.
inline constexpr std::size_t longest_fraction = 4100;

class WireWriter {
public:
  explicit WireWriter(WireKind kind);

  void u8(std::uint8_t value) { bytes_.push_back(value); }
  void u32(std::uint32_t value) { number(value, 4); }
  void u64(std::uint64_t value) { number(value, 8); }
  void i64(std::int64_t value) { number(static_cast<std::uint64_t>(value), 8); }
  void raw(ByteView bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }
  void text(const std::string &text);   // its length first
  void fraction(const Rational &value); // of at most longest_fraction letters

  Bytes sealed() &&; // with the digest of all that was written

private:
  void number(std::uint64_t value, unsigned bytes);
  Bytes bytes_;
};

// Reads what a WireWriter wrote. After the first thing that is not there every answer is zero or empty, and
// `whole` says no: so a decoder asks once, at the end, and nothing is half decoded.
class WireReader {
public:
  WireReader(ByteView bytes, WireKind kind);

  std::uint8_t u8() { return static_cast<std::uint8_t>(number(1)); }
  std::uint32_t u32() { return static_cast<std::uint32_t>(number(4)); }
  std::uint64_t u64() { return number(8); }
  std::int64_t i64() { return static_cast<std::int64_t>(number(8)); }
  ByteView raw(std::size_t count);
  std::string text(std::size_t longest);
  Rational fraction(); // in lowest terms, or it is not whole

  // Room for so many things of at least so many bytes, or the rest is not whole: asked before memory is
  // taken.
  bool has(std::uint64_t count, std::size_t bytes_each);
  void refuse() { good_ = false; }

  enum class Opening { fine, not_ours, other_kind, other_version, damaged };
  Opening opening() const { return opening_; }
  bool good() const { return good_; }
  bool whole() const { return good_ && rest_.empty(); }

private:
  static Opening look_at(ByteView bytes, WireKind kind);
  std::uint64_t number(unsigned bytes);

  ByteView rest_;
  Opening opening_;
  bool good_;
};

// "what" is not a thing of this kind, in words.
std::string opening_trouble(WireReader::Opening opening, const std::string &what);

} // namespace poise::internal
