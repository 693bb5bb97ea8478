// Rows about people open for a RawKey, and only the rooms that may can make one.
// EXPECT RawKey::RawKey\(\)' is private within this context|calling a private constructor of class 'poise::internal::RawKey'
#include "poise/table/table.h"

#ifdef LEGAL_TWIN
namespace poise::internal {
struct RawKeyForTests {
  static RawKey make() { return RawKey(); }
};
} // namespace poise::internal
#endif

int main() {
  const poise::internal::Table table =
      poise::internal::Table::dense({"income"}, std::vector<double>{1.0, 2.0}).value();
#ifdef LEGAL_TWIN
  return table.pass(poise::internal::RawKeyForTests::make()) ? 0 : 1;
#else
  return table.pass(poise::internal::RawKey()) ? 0 : 1;
#endif
}
