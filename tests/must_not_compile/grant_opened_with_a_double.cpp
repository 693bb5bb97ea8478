// A grant opens with a unit of privacy, not with a bare number.
// EXPECT (cannot convert|could not convert|no viable conversion from) .*'double'
#include "poise/privacy/grant.h"

int main() {
#ifdef LEGAL_TWIN
  poise::internal::Grant<poise::internal::Rho>::open(poise::internal::Rho::ratio(1, 2).value());
#else
  poise::internal::Grant<poise::internal::Rho>::open(0.5);
#endif
}
