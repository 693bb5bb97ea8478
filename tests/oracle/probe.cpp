// Bisection over the words.
#include "oracle/probe.h"

namespace poise::internal::oracle {

long double share_of_words(const std::function<bool(std::uint64_t word)> &yes) {
  if (!yes(0)) return 0;
  std::uint64_t low = 0; // yes here
  std::uint64_t high = ~std::uint64_t{0};
  if (yes(high)) return 1;
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    (yes(middle) ? low : high) = middle;
  }
  return (static_cast<long double>(low) + 1) / 18446744073709551616.0L;
}

} // namespace poise::internal::oracle
