// A double is not a budget: 0.1 is one tenth, not the nearest binary fraction.
// EXPECT conversion from 'double' to non-scalar type '(const )?poise::Rho'|no viable conversion from 'double' to 'const poise::Rho'
#include "poise/privacy/units.h"

int main() {
#ifdef LEGAL_TWIN
  const poise::Rho rho = poise::Rho::parse("0.1").value();
#else
  const poise::Rho rho = 0.1;
#endif
  return rho == rho ? 0 : 1;
}
