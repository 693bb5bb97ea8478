// Rows about people open for a RawKey, and only the rooms that may can make one.
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
  const poise::Table table = poise::Table::dense({"income"}, std::vector<double>{1.0, 2.0}).value();
#ifdef LEGAL_TWIN
  return table.chunk(poise::RawKeyForTests::make(), 0, 1).valueless_by_exception() ? 1 : 0;
#else
  return table.chunk(poise::RawKey(), 0, 1).valueless_by_exception() ? 1 : 0;
#endif
}
