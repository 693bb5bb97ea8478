// Epsilon does not become Rho by itself: a conversion is a theorem and has a name.
// EXPECT (cannot convert|could not convert|no viable conversion from) .*(EpsilonKind|'poise::internal::Epsilon').* to .*(RhoKind|'poise::internal::Rho')
#include "poise/privacy/grant.h"

int main() {
#ifdef LEGAL_TWIN
  const poise::internal::Rho budget = poise::internal::Rho::ratio(1, 2).value();
#else
  const poise::internal::Epsilon budget = poise::internal::Epsilon::ratio(1, 2).value();
#endif
  poise::internal::Grant<poise::internal::Rho>::open(budget);
}
