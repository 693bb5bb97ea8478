// A release has a value, a receipt and bits behind it; there is no empty one to fill in.
// EXPECT no matching function for call to 'poise::Released<.*>::Released\(\)|no matching constructor for initialization of 'poise::Released
#include "poise/mechanism/noisy_sum.h"

poise::Released<poise::NoisySum> release(poise::Released<poise::NoisySum> paid_for) {
#ifdef LEGAL_TWIN
  return paid_for;
#else
  (void)paid_for;
  return poise::Released<poise::NoisySum>();
#endif
}
