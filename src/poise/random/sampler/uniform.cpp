// Uniform integers for bounds wider than a word.
#include "poise/random/sampler/uniform.h"

#include <bit>
#include <vector>

namespace poise::internal {

UInt128 uniform_below(UInt128 bound, Bits &bits) {
  const auto high_bound = static_cast<std::uint64_t>((bound - 1) >> 64);
  if (high_bound == 0 && static_cast<std::uint64_t>(bound) != 0)
    return uniform_below(static_cast<std::uint64_t>(bound), bits);
  const std::uint64_t mask = high_bound == 0 ? 0 : ~std::uint64_t{0} >> std::countl_zero(high_bound);
  for (;;) {
    const UInt128 high = bits.word() & mask;
    const UInt128 draw = (high << 64) | bits.word();
    if (draw < bound) return draw;
  }
}

Integer uniform_below(const Integer &bound, Bits &bits) {
  if (fits_uint128(bound)) return to_integer(uniform_below(to_uint128(bound), bits));
  const Integer last = bound - 1;
  const std::size_t width = mpz_sizeinbase(last.get_mpz_t(), 2);
  std::vector<std::uint64_t> words((width + 63) / 64);
  for (;;) {
    for (std::uint64_t &word : words) word = bits.word();
    if (width % 64 != 0) words.front() >>= 64 - width % 64;
    const Integer draw = integer_from_words(words);
    if (draw < bound) return draw;
  }
}

} // namespace poise::internal
