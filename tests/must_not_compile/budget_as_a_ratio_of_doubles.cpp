// A ratio is one of integers: a double in it would bring its rounding along.
// EXPECT no matching function for call to '(poise::Quantity<poise::RhoKind>::)?ratio
#include "poise/privacy/units.h"

int main() {
#ifdef LEGAL_TWIN
  const poise::Result<poise::Rho> rho = poise::Rho::ratio(1, 10);
#else
  const poise::Result<poise::Rho> rho = poise::Rho::ratio(0.1, 1);
#endif
  return rho ? 0 : 1;
}
