// Bits are lent, not shared: a function takes them by reference.
// EXPECT use of deleted function 'poise::(Seeded)?Bits::|call to implicitly-deleted copy constructor of 'poise::SeededBits
#include "poise/random/seeded_bits.h"

#ifdef LEGAL_TWIN
static bool flip(poise::SeededBits &bits) { return bits.word() % 2 == 0; }
#else
static bool flip(poise::SeededBits bits) { return bits.word() % 2 == 0; }
#endif

int main() {
  poise::SeededBits bits(7);
  return flip(bits) ? 0 : 1;
}
