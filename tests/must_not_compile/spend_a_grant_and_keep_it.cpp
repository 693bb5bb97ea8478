// Spending consumes: whoever spends a grant has to give it away in so many words.
// EXPECT as 'this' argument discards qualifiers|is an lvalue, but function has rvalue ref-qualifier
#include "poise/privacy/grant.h"

int main() {
  poise::Grant<poise::Rho> grant = poise::Grant<poise::Rho>::open(poise::Rho::ratio(1, 2).value());
#ifdef LEGAL_TWIN
  const poise::Receipt<poise::Rho> receipt = std::move(grant).spend("sum");
#else
  const poise::Receipt<poise::Rho> receipt = grant.spend("sum");
#endif
  return receipt.steps().empty() ? 1 : 0;
}
