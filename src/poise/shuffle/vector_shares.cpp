// Uniform bytes as residues, added up without ever being unpacked.
#include "poise/shuffle/vector_shares.h"

#include "poise/base/exact.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <stdexcept>
#include <type_traits>

namespace poise::internal {
namespace {

constexpr std::size_t word_size = sizeof(std::uint64_t);

std::uint64_t little_endian(std::uint64_t word) {
  if constexpr (std::endian::native == std::endian::big) return __builtin_bswap64(word);
  return word;
}

std::uint64_t load(const std::uint8_t *from, std::size_t bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, from, bytes);
  return little_endian(word);
}

void store(std::uint64_t word, std::uint8_t *to, std::size_t bytes) {
  word = little_endian(word);
  std::memcpy(to, &word, bytes);
}

void check(const ShareShape &shape) {
  if (shape.coordinates == 0 || shape.block == 0 || shape.word_bytes < 3 || shape.word_bytes > word_size ||
      shape.shares < 2)
    throw std::logic_error("poise: no shape of shares");
}

// Calls `work` with the width of a word as a constant: loops over words of a known width are several times
// faster.
template <class RunOptions> void with_width(std::uint32_t word_bytes, const RunOptions &run) {
  switch (word_bytes) {
  case 3:
    return run(std::integral_constant<std::size_t, 3>());
  case 4:
    return run(std::integral_constant<std::size_t, 4>());
  case 5:
    return run(std::integral_constant<std::size_t, 5>());
  case 6:
    return run(std::integral_constant<std::size_t, 6>());
  case 7:
    return run(std::integral_constant<std::size_t, 7>());
  default:
    return run(std::integral_constant<std::size_t, 8>());
  }
}

// Hands out a payload's residues one by one. Each is read with the bytes that follow: those only reach bits
// that a residue does not have. The last ones have nothing behind them and are read alone.
template <std::size_t width, class Take>
void for_each_residue(std::span<const std::uint8_t> payload, const Take &take) {
  const std::uint8_t *const at = payload.data();
  const std::size_t words = payload.size() / width;
  const std::size_t followed = payload.size() < word_size ? 0 : (payload.size() - word_size) / width + 1;
  for (std::size_t i = 0; i < followed; ++i) take(i, load(at + i * width, word_size));
  for (std::size_t i = followed; i < words; ++i) take(i, load(at + i * width, width));
}

void fill(std::span<std::uint8_t> bytes, Bits &bits) {
  std::size_t at = 0;
  for (; at + word_size <= bytes.size(); at += word_size) store(bits.word(), &bytes[at], word_size);
  if (at < bytes.size()) store(bits.word(), &bytes[at], bytes.size() - at);
}

} // namespace

void split(const ShareShape &shape, std::span<const std::int64_t> vector, Bits &bits, const ShareSink &emit) {
  check(shape);
  if (vector.size() != shape.coordinates)
    throw std::logic_error("poise: a vector to split has another length");
  const std::size_t payload_bytes = shape.payload_bytes();
  std::vector<std::uint64_t> residues(shape.block);
  // A block's shares one behind the other, so that no byte of a random word is wasted between them.
  std::vector<std::uint8_t> buffer(payload_bytes * shape.shares);
  const auto share = [&](std::size_t number) {
    return std::span(buffer).subspan(number * payload_bytes, payload_bytes);
  };
  const std::size_t last = shape.shares - 1;
  for (std::uint32_t tag = 0; tag < shape.blocks(); ++tag) {
    const std::size_t first = std::size_t{tag} * shape.block;
    for (std::size_t i = 0; i < shape.block; ++i)
      residues[i] = first + i < vector.size() ? static_cast<std::uint64_t>(vector[first + i]) : 0;
    fill(std::span(buffer).first(last * payload_bytes), bits);
    with_width(shape.word_bytes, [&](auto width) {
      for (std::size_t number = 0; number < last; ++number)
        for_each_residue<width>(share(number), [to = residues.data()](std::size_t i, std::uint64_t residue) {
          to[i] -= residue;
        });
      std::uint8_t *const rest = share(last).data();
      for (std::size_t i = 0; i < residues.size(); ++i) store(residues[i], rest + i * width, width);
    });
    for (std::size_t number = 0; number < shape.shares; ++number) emit(tag, share(number));
  }
}

ShareSums::ShareSums(const ShareShape &shape) : shape_(shape) {
  check(shape);
  sums_.resize(std::size_t{shape.blocks()} * shape.block);
  records_.resize(shape.blocks());
}

bool ShareSums::add(std::uint32_t tag, std::span<const std::uint8_t> payload) {
  if (tag >= records_.size() || payload.size() != shape_.payload_bytes()) return false;
  with_width(shape_.word_bytes, [&, sums = &sums_[std::size_t{tag} * shape_.block]](auto width) {
    for_each_residue<width>(payload, [sums](std::size_t i, std::uint64_t residue) { sums[i] += residue; });
  });
  ++records_[tag];
  return true;
}

void ShareSums::add(const ShareSums &others) {
  if (!(shape_ == others.shape_)) throw std::logic_error("poise: shares of two shapes do not add up");
  for (std::size_t i = 0; i < sums_.size(); ++i) sums_[i] += others.sums_[i];
  for (std::size_t tag = 0; tag < records_.size(); ++tag) records_[tag] += others.records_[tag];
}

bool ShareSums::complete(std::uint64_t participants) const {
  const UInt128 expected = UInt128{participants} * shape_.shares;
  return std::ranges::all_of(records_, [&](std::uint64_t records) { return records == expected; });
}

std::int64_t signed_residue(std::uint64_t residue, std::uint32_t word_bytes) {
  const unsigned surplus = 64 - 8 * word_bytes;
  return static_cast<std::int64_t>(residue << surplus) >> surplus; // the sign bit comes along
}

std::vector<std::int64_t> ShareSums::sums() const {
  std::vector<std::int64_t> result(shape_.coordinates);
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = signed_residue(sums_[i], shape_.word_bytes);
  return result;
}

} // namespace poise::internal
