// Cells about people open for a RawKey, and only the rooms that may can make one.
// EXPECT RawKey::RawKey\(\)' is private within this context|calling a private constructor of class 'poise::RawKey'
#include "poise/table/table.h"

#ifdef LEGAL_TWIN
namespace poise {
struct RawKeyForTests {
  static RawKey make() { return RawKey(); }
};
} // namespace poise
#endif

int main() {
  const poise::Table table = poise::Table::dense({"income"}, {1.0, 2.0}).value();
#ifdef LEGAL_TWIN
  return table.cells(poise::RawKeyForTests::make()).empty() ? 1 : 0;
#else
  return table.cells(poise::RawKey()).empty() ? 1 : 0;
#endif
}
