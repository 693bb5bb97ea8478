// A receipt is proof of payment: only a spent grant writes one.
// EXPECT Receipt.*is private within this context|calling a private constructor of class 'poise::Receipt
#include "poise/privacy/grant.h"

int main() {
  const poise::Rho half = poise::Rho::ratio(1, 2).value();
#ifdef LEGAL_TWIN
  const poise::Receipt<poise::Rho> receipt = poise::Grant<poise::Rho>::open(half).spend("sum");
#else
  const poise::Receipt<poise::Rho> receipt("sum", half);
#endif
  return receipt.steps().empty() ? 1 : 0;
}
