// Exact counts of people are read by mechanisms alone; how far one row moves them is public.
// EXPECT ReleaseKey::ReleaseKey\(\)' is private within this context|calling a private constructor of class 'poise::internal::ReleaseKey'
#include "poise/aggregate/exact/exact_counts.h"
#include "poise/mechanism/release_key.h"

bool look(const poise::internal::ExactCounts &counts) {
#ifdef LEGAL_TWIN
  return counts.moved_by_one_row() > 0;
#else
  return counts.values({})[0] > 0;
#endif
}
