// Whole words, of which the last is cut off.
#include "poise/random/sampler/random_signs.h"

namespace poise::internal {

std::vector<std::uint64_t> random_signs(std::size_t columns, Bits &bits) {
  std::vector<std::uint64_t> signs((columns + 63) / 64);
  for (std::uint64_t &word : signs) word = bits.word();
  if (columns % 64 != 0) signs.back() &= (std::uint64_t{1} << (columns % 64)) - 1;
  return signs;
}

} // namespace poise::internal
