// A bad case: the illegal half fails, but over a typing mistake.
// EXPECT cannot convert
#include "poise/privacy/units.h"

int main() {
#ifdef LEGAL_TWIN
  (void)poise::internal::Rho::ratio(1, 8);
#else
  (void)poise::internal::Rho::ratoi(1, 8);
#endif
}
