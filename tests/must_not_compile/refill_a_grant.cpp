// A grant that was spent stays spent: no other one can be put in its place.
// EXPECT use of deleted function .*operator=|overload resolution selected deleted operator '='
#include "poise/privacy/grant.h"

int main() {
  poise::Grant<poise::Rho> grant = poise::Grant<poise::Rho>::open(poise::Rho::ratio(1, 2).value());
  poise::Grant<poise::Rho> another = poise::Grant<poise::Rho>::open(poise::Rho::ratio(1, 2).value());
#ifdef LEGAL_TWIN
  return grant.amount() == another.amount() ? 0 : 1;
#else
  grant = std::move(another);
#endif
}
