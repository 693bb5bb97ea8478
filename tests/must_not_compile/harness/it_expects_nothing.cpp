// A bad case: it does not say why it must fail.
int main() {
#ifndef LEGAL_TWIN
  undeclared = 1;
#endif
}
