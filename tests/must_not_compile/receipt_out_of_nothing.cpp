// There is no receipt for nothing: a release without a cost would look free.
// EXPECT no matching function for call to 'poise::Receipt<.*>::Receipt\(\)|no matching constructor for initialization of 'poise::Receipt
#include "poise/privacy/grant.h"

int main() {
#ifdef LEGAL_TWIN
  const poise::Receipt<poise::Rho> receipt =
      poise::Grant<poise::Rho>::open(poise::Rho::ratio(1, 2).value()).spend("sum");
#else
  const poise::Receipt<poise::Rho> receipt = poise::Receipt<poise::Rho>();
#endif
  return receipt.steps().empty() ? 1 : 0;
}
