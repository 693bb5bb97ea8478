// An exact sum with a sensitivity that nobody proved cannot be made: aggregates alone make them.
// EXPECT ExactSum.*is private within this context|calling a private constructor of class 'poise::internal::ExactSum'
#include "poise/aggregate/exact/column_sums.h"

poise::internal::ExactSum claim(const poise::internal::GridRows &rows) {
#ifdef LEGAL_TWIN
  return poise::internal::ColumnSums::of(rows).value();
#else
  (void)rows;
  return poise::internal::ExactSum(1, 0, 0, {17});
#endif
}
