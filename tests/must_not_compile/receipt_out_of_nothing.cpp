// There is no receipt for nothing: a release without a cost would look free.
// EXPECT no matching function for call to 'poise::internal::Receipt<.*>::Receipt\(\)|no matching constructor for initialization of 'poise::internal::Receipt
#include "poise/privacy/grant.h"

int main() {
#ifdef LEGAL_TWIN
  const poise::internal::Receipt<poise::internal::Rho> receipt =
      poise::internal::Grant<poise::internal::Rho>::open(poise::internal::Rho::ratio(1, 2).value())
          .spend("sum");
#else
  const poise::internal::Receipt<poise::internal::Rho> receipt =
      poise::internal::Receipt<poise::internal::Rho>();
#endif
  return receipt.steps().empty() ? 1 : 0;
}
