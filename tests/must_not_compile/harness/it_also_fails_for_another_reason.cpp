// A bad case: beside the expected error there is one that nobody expected.
// EXPECT cannot convert
#include <string>

int main() {
#ifndef LEGAL_TWIN
  int *expected = std::string();
  undeclared = 1;
#endif
}
