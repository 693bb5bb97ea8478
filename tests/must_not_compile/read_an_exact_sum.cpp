// An exact sum over people is read by mechanisms alone; how far one row moves it is public.
// EXPECT ReleaseKey::ReleaseKey\(\)' is private within this context|calling a private constructor of class 'poise::internal::ReleaseKey'
#include "poise/aggregate/exact/exact_sum.h"
#include "poise/mechanism/release_key.h"

bool look(const poise::internal::ExactSum &sum) {
#ifdef LEGAL_TWIN
  return sum.squared_sensitivity() > 0;
#else
  return sum.values({})[0] > 0;
#endif
}
