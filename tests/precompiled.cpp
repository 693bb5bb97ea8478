// A program that does nothing, to which the precompiled headers of the tests belong.
int main() {}
