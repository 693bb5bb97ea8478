// A release has a value, a receipt and bits behind it; there is no empty one to fill in.
// EXPECT no matching function for call to 'poise::Released<.*>::Released\(\)|no matching constructor for initialization of 'poise::Released
#include "poise/mechanism/noisy_sum.h"

poise::Released<poise::NoisySum> release(poise::Released<poise::NoisySum> charge_and_run) {
#ifdef LEGAL_TWIN
  return charge_and_run;
#else
  (void)charge_and_run;
  return poise::Released<poise::NoisySum>();
#endif
}
