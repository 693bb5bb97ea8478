// Only a mechanism releases: nobody declares a number private by wrapping it up.
// EXPECT ReleaseKey::ReleaseKey\(\)' is private within this context|calling a private constructor of class 'poise::ReleaseKey'
#include "poise/mechanism/noisy_sum.h"

poise::Result<poise::Released<poise::NoisySum>> release(const poise::ExactSum &sum,
                                                        poise::Grant<poise::Rho> grant, poise::Bits &bits) {
#ifdef LEGAL_TWIN
  return poise::noisy_sum(sum, std::move(grant), bits);
#else
  (void)sum;
  return poise::Released<poise::NoisySum>(poise::ReleaseKey(), {{17}, 0}, std::move(grant).spend("sum"),
                                          bits.provenance());
#endif
}
