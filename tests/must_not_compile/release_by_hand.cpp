// Only a mechanism releases: nobody declares a number private by wrapping it up.
// EXPECT ReleaseKey::ReleaseKey\(\)' is private within this context|calling a private constructor of class 'poise::internal::ReleaseKey'
#include "poise/mechanism/noisy_sum.h"

poise::internal::Result<poise::internal::Released<poise::internal::NoisySum>>
release(const poise::internal::ExactSum &sum, poise::internal::Grant<poise::internal::Rho> grant,
        poise::internal::Bits &bits) {
#ifdef LEGAL_TWIN
  return poise::internal::noisy_sum(sum, std::move(grant), bits);
#else
  (void)sum;
  return poise::internal::Released<poise::internal::NoisySum>(
      poise::internal::ReleaseKey(), {{17}, 0}, std::move(grant).spend("sum"), bits.provenance());
#endif
}
