// A grant opens with a unit of privacy, not with a bare number.
// EXPECT (cannot convert|could not convert|no viable conversion from) .*'double'
#include "poise/privacy/grant.h"

int main() {
#ifdef LEGAL_TWIN
  poise::Grant<poise::Rho>::open(poise::Rho::ratio(1, 2).value());
#else
  poise::Grant<poise::Rho>::open(0.5);
#endif
}
