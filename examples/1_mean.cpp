// A private mean in five lines: ask a file, print the answer. Nobody guesses a bound.
#include <poise/poise.h>

#include <iostream>

int main(int argc, char **argv) try {
  // A budget is text, because it is exact: "0.1" is one tenth, and no double is. value() throws where there
  // is no answer (6_ledger.cpp looks at the error).
  const auto mean =
      poise::mean({.rho = "0.5", .columns = {"age"}}, poise::from_file(argc > 1 ? argv[1] : "people.csv"))
          .value();
  std::cout << "mean " << mean.columns[0] << " " << mean.value[0] << " ± " << mean.noise_std[0] << "\n";
  for (const auto &step : mean.privacy.spent) std::cout << step.name << " cost rho = " << step.amount << "\n";
  std::cout << "in all rho = " << mean.privacy.total << "\n";
  for (const auto &warning : mean.warnings) std::cout << "but: " << warning << "\n";
} catch (const std::exception &error) {
  std::cerr << error.what() << "\n";
  return 1;
}
