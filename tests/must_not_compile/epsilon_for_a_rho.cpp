// Epsilon does not become Rho by itself: a conversion is a theorem and has a name.
// EXPECT (cannot convert|could not convert|no viable conversion from) .*(EpsilonKind|'poise::Epsilon').* to .*(RhoKind|'poise::Rho')
#include "poise/privacy/grant.h"

int main() {
#ifdef LEGAL_TWIN
  const poise::Rho budget = poise::Rho::ratio(1, 2).value();
#else
  const poise::Epsilon budget = poise::Epsilon::ratio(1, 2).value();
#endif
  poise::Grant<poise::Rho>::open(budget);
}
