// A double is not a budget, not even when it is spelt out as a construction.
// EXPECT Quantity.*is private within this context|calling a private constructor
#include "poise/privacy/units.h"

int main() {
#ifdef LEGAL_TWIN
  const poise::internal::Rho rho = poise::internal::Rho::of(poise::internal::Rational(1, 10)).value();
#else
  const poise::internal::Rho rho = poise::internal::Rho(0.1);
#endif
  return rho == rho ? 0 : 1;
}
