// Bits are lent, not shared: a function takes them by reference.
// EXPECT use of deleted function 'poise::internal::(Seeded)?Bits::|call to implicitly-deleted copy constructor of 'poise::internal::SeededBits
#include "poise/random/seeded_bits.h"

#ifdef LEGAL_TWIN
static bool flip(poise::internal::SeededBits &bits) { return bits.word() % 2 == 0; }
#else
static bool flip(poise::internal::SeededBits bits) { return bits.word() % 2 == 0; }
#endif

int main() {
  poise::internal::SeededBits bits(7);
  return flip(bits) ? 0 : 1;
}
