// A double is not a budget, not even when it is spelt out as a construction.
// EXPECT Quantity.*is private within this context|calling a private constructor
#include "poise/privacy/units.h"

int main() {
#ifdef LEGAL_TWIN
  const poise::Rho rho = poise::Rho::of(poise::Rational(1, 10)).value();
#else
  const poise::Rho rho = poise::Rho(0.1);
#endif
  return rho == rho ? 0 : 1;
}
