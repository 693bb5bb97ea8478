// A double does not slip in by way of GMP's rationals, which would take it.
// EXPECT use of deleted function|call to deleted
#include "poise/privacy/units.h"

int main() {
#ifdef LEGAL_TWIN
  const poise::internal::Result<poise::internal::Rho> rho =
      poise::internal::Rho::of(poise::internal::Rational(1, 10));
#else
  const poise::internal::Result<poise::internal::Rho> rho = poise::internal::Rho::of(0.1);
#endif
  return rho ? 0 : 1;
}
