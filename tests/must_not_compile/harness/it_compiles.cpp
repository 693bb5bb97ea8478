// A bad case: the illegal half is legal.
// EXPECT cannot convert
#include "poise/privacy/units.h"

int main() {
#ifdef LEGAL_TWIN
  (void)poise::internal::Rho::ratio(1, 8);
#else
  (void)poise::internal::Rho::ratio(1, 4);
#endif
}
