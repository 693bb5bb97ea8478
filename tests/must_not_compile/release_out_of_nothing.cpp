// A release has a value, a receipt and bits behind it; there is no empty one to fill in.
// EXPECT no matching function for call to 'poise::internal::Released<.*>::Released\(\)|no matching constructor for initialization of 'poise::internal::Released
#include "poise/mechanism/noisy_sum.h"

poise::internal::Released<poise::internal::NoisySum>
release(poise::internal::Released<poise::internal::NoisySum> charge_and_run) {
#ifdef LEGAL_TWIN
  return charge_and_run;
#else
  (void)charge_and_run;
  return poise::internal::Released<poise::internal::NoisySum>();
#endif
}
