// An exact sum with a sensitivity that nobody proved cannot be made: aggregates alone make them.
// EXPECT ExactSum.*is private within this context|calling a private constructor of class 'poise::ExactSum'
#include "poise/aggregate/column_sums.h"

poise::ExactSum claim(const poise::Grid &grid) {
#ifdef LEGAL_TWIN
  return poise::ColumnSums(grid, 1).finish();
#else
  (void)grid;
  return poise::ExactSum(1, 0, {17});
#endif
}
