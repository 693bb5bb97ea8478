// Raw data does not open for a key conjured from empty braces; its public facts need none.
// EXPECT RawKey::RawKey\(\)' is private within this context|calling a private constructor of class 'poise::internal::RawKey'
#include "poise/table/table.h"

int main() {
  const poise::internal::Table table = poise::internal::Table::dense({"income"}, {1.0, 2.0}).value();
#ifdef LEGAL_TWIN
  return table.rows() == 2 ? 0 : 1;
#else
  return table.pass({}) ? 0 : 1;
#endif
}
