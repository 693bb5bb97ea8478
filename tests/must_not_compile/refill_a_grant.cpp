// A grant that was spent stays spent: no other one can be put in its place.
// EXPECT use of deleted function .*operator=|overload resolution selected deleted operator '='
#include "poise/privacy/grant.h"

int main() {
  poise::internal::Grant<poise::internal::Rho> grant =
      poise::internal::Grant<poise::internal::Rho>::open(poise::internal::Rho::ratio(1, 2).value());
  poise::internal::Grant<poise::internal::Rho> another =
      poise::internal::Grant<poise::internal::Rho>::open(poise::internal::Rho::ratio(1, 2).value());
#ifdef LEGAL_TWIN
  return grant.amount() == another.amount() ? 0 : 1;
#else
  grant = std::move(another);
#endif
}
