// A double does not slip in by way of GMP's rationals, which would take it.
// EXPECT use of deleted function|call to deleted
#include "poise/privacy/units.h"

int main() {
#ifdef LEGAL_TWIN
  const poise::Result<poise::Rho> rho = poise::Rho::of(poise::Rational(1, 10));
#else
  const poise::Result<poise::Rho> rho = poise::Rho::of(0.1);
#endif
  return rho ? 0 : 1;
}
