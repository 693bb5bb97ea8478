// A ratio is one of integers: a double in it would bring its rounding along.
// EXPECT no matching function for call to '(poise::internal::Quantity<poise::internal::RhoKind>::)?ratio
#include "poise/privacy/units.h"

int main() {
#ifdef LEGAL_TWIN
  const poise::internal::Result<poise::internal::Rho> rho = poise::internal::Rho::ratio(1, 10);
#else
  const poise::internal::Result<poise::internal::Rho> rho = poise::internal::Rho::ratio(0.1, 1);
#endif
  return rho ? 0 : 1;
}
