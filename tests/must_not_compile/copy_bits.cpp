// Randomness is used once: copied bits would be the same noise twice.
// EXPECT use of deleted function 'poise::internal::(Seeded)?Bits::|call to implicitly-deleted copy constructor of 'poise::internal::SeededBits
#include "poise/random/seeded_bits.h"

int main() {
  poise::internal::SeededBits bits(7);
#ifdef LEGAL_TWIN
  poise::internal::SeededBits other(7, 1);
#else
  poise::internal::SeededBits other = bits;
#endif
  return bits.word() == other.word() ? 1 : 0;
}
