// A grant is spent once, by the one who holds it: it moves and does not copy.
// EXPECT use of deleted function .*Grant\(const poise::Grant|call to deleted constructor of '(const )?poise::Grant
#include "poise/privacy/grant.h"

int main() {
  poise::Grant<poise::Rho> grant = poise::Grant<poise::Rho>::open(poise::Rho::ratio(1, 2).value());
#ifdef LEGAL_TWIN
  const poise::Grant<poise::Rho> other = std::move(grant);
#else
  const poise::Grant<poise::Rho> other = grant;
#endif
  return other.amount() == other.amount() ? 0 : 1;
}
