// A receipt is proof of payment: only a spent grant writes one.
// EXPECT Receipt.*is private within this context|calling a private constructor of class 'poise::internal::Receipt
#include "poise/privacy/grant.h"

int main() {
  const poise::internal::Rho half = poise::internal::Rho::ratio(1, 2).value();
#ifdef LEGAL_TWIN
  const poise::internal::Receipt<poise::internal::Rho> receipt =
      poise::internal::Grant<poise::internal::Rho>::open(half).spend("sum");
#else
  const poise::internal::Receipt<poise::internal::Rho> receipt("sum", half);
#endif
  return receipt.steps().empty() ? 1 : 0;
}
