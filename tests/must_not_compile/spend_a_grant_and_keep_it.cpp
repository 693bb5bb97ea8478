// Spending consumes: whoever spends a grant has to give it away in so many words.
// EXPECT as 'this' argument discards qualifiers|is an lvalue, but function has rvalue ref-qualifier
#include "poise/privacy/grant.h"

int main() {
  poise::internal::Grant<poise::internal::Rho> grant =
      poise::internal::Grant<poise::internal::Rho>::open(poise::internal::Rho::ratio(1, 2).value());
#ifdef LEGAL_TWIN
  const poise::internal::Receipt<poise::internal::Rho> receipt = std::move(grant).spend("sum");
#else
  const poise::internal::Receipt<poise::internal::Rho> receipt = grant.spend("sum");
#endif
  return receipt.steps().empty() ? 1 : 0;
}
