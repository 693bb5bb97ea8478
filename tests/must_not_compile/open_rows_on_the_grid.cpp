// Rows on the grid are raw data still: their cells need the key, their number does not.
// EXPECT RawKey::RawKey\(\)' is private within this context|calling a private constructor of class 'poise::RawKey'
#include "poise/grid/gridded_rows.h"

std::size_t look(const poise::GriddedRows &rows) {
#ifdef LEGAL_TWIN
  return rows.rows();
#else
  return rows.cells({}).size();
#endif
}
