// A vector as uniform shares, one record each, and the sums an analyzer reads from everyone's.
#pragma once

#include "poise/random/bits.h"

#include <functional>
#include <span>
#include <vector>

namespace poise::internal {

// How one participant's vector is cut. A block of coordinates becomes `shares` records, each with the number
// of its block (the tag) and a payload: the residues of one share, little-endian words in the order of
// coordinates. The last block is filled up with zeros, so that all records have one size.
struct ShareShape {
  std::uint32_t coordinates;
  std::uint32_t block;      // coordinates in a record
  std::uint32_t word_bytes; // 3 to 8: a coordinate is a residue modulo 2^(8 word_bytes)
  std::uint32_t shares;     // of a block; at least 2

  std::uint32_t blocks() const { return (coordinates - 1) / block + 1; }
  std::size_t payload_bytes() const { return std::size_t{block} * word_bytes; }
  std::uint64_t records() const { return std::uint64_t{blocks()} * shares; } // of a participant

  friend bool operator==(const ShareShape &, const ShareShape &) = default;
};

// The payload is there for the time of the call alone.
using ShareSink = std::function<void(std::uint32_t tag, std::span<const std::uint8_t> payload)>;

// PROMISE  For each block `shares` records that add up to its residues, where any shares - 1 of them are
//          independent and uniform in the group (Z modulo 2^(8 word_bytes))^block, whatever the vector is.
// WHY      All but the last are uniform bytes; the last is the residues less the others. Leave one of the
//          uniform ones out instead, and the last is uniform through it.
// ASSUMES  The records of many participants are permuted before anyone sees them. What that hides depends on
//          the number of shares (Balle, Bell, Gascón, Nissim 2020), which is up to whoever makes the shape.
// CHECKED  tests/shuffle/vector_shares_test.cpp
void split(const ShareShape &shape, std::span<const std::int64_t> vector, Bits &bits, const ShareSink &emit);

// A residue modulo 2^(8 word_bytes), of which higher bits do not matter, read as signed.
std::int64_t signed_residue(std::uint64_t residue, std::uint32_t word_bytes);

// The analyzer's side: adds up records, in any order.
class ShareSums {
public:
  explicit ShareSums(const ShareShape &shape);

  // False, and nothing counted, where the tag or the size is not one of this shape.
  [[nodiscard]] bool add(std::uint32_t tag, std::span<const std::uint8_t> payload);
  void add(const ShareSums &others); // of the same shape: another thread's records

  const ShareShape &shape() const { return shape_; }
  std::uint64_t records(std::uint32_t tag) const { return records_.at(tag); }

  // Whether each tag has exactly as many records as so many participants send. A sum of which one share is
  // missing, or one too many, is uniform noise.
  bool complete(std::uint64_t participants) const;

  // A sum a coordinate: residues read as signed, from -2^(8 word_bytes - 1) on.
  std::vector<std::int64_t> sums() const;

private:
  ShareShape shape_;
  std::vector<std::uint64_t> sums_; // a coordinate, the zeros of the last block included; modulo 2^64
  std::vector<std::uint64_t> records_;
};

} // namespace poise::internal
