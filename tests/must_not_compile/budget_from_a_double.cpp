// A double is not a budget: 0.1 is one tenth, not the nearest binary fraction.
// EXPECT conversion from 'double' to non-scalar type '(const )?poise::internal::Rho'|no viable conversion from 'double' to 'const poise::internal::Rho'
#include "poise/privacy/units.h"

int main() {
#ifdef LEGAL_TWIN
  const poise::internal::Rho rho = poise::internal::Rho::parse("0.1").value();
#else
  const poise::internal::Rho rho = 0.1;
#endif
  return rho == rho ? 0 : 1;
}
