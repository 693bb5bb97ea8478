// A grant is spent once, by the one who holds it: it moves and does not copy.
// EXPECT use of deleted function .*Grant\(const poise::internal::Grant|call to deleted constructor of '(const )?poise::internal::Grant
#include "poise/privacy/grant.h"

int main() {
  poise::internal::Grant<poise::internal::Rho> grant =
      poise::internal::Grant<poise::internal::Rho>::open(poise::internal::Rho::ratio(1, 2).value());
#ifdef LEGAL_TWIN
  const poise::internal::Grant<poise::internal::Rho> other = std::move(grant);
#else
  const poise::internal::Grant<poise::internal::Rho> other = grant;
#endif
  return other.amount() == other.amount() ? 0 : 1;
}
