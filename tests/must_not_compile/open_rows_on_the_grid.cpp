// Rows on the grid are raw data still: their cells need the key, their number does not.
// EXPECT RawKey::RawKey\(\)' is private within this context|calling a private constructor of class 'poise::internal::RawKey'
#include "poise/grid/grid_rows.h"

std::size_t look(const poise::internal::GridRows &rows) {
#ifdef LEGAL_TWIN
  return rows.rows();
#else
  std::size_t seen = 0;
  (void)rows.pass({}, {},
                  [&](poise::internal::GridRows::Where, const poise::internal::AnyBlock &) { ++seen; });
  return seen;
#endif
}
