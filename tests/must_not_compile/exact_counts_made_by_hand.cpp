// Exact counts that one row moves by nothing cannot be made up: aggregates alone make them.
// EXPECT ExactCounts.*is private within this context|calling a private constructor of class 'poise::internal::ExactCounts'
#include "poise/aggregate/exact/column_counts.h"

poise::internal::ExactCounts claim(const poise::internal::GridRows &rows) {
#ifdef LEGAL_TWIN
  return poise::internal::ColumnCounts::of(rows, std::vector<std::int64_t>(rows.columns())).value();
#else
  return poise::internal::ExactCounts(rows.rows(), 0, {17});
#endif
}
