// A private mean in five lines: read a table, choose a grid and a budget, ask. Nobody guesses a bound.
#include "poise/estimate/instance_optimal_mean.h"
#include "poise/random/system_bits.h"
#include "poise/table/read_table.h"

#include <iostream>

int main(int argc, char **argv) try {
  // value() throws where something is missing; ask `if (!table)` to look at the error instead.
  const poise::Table table =
      poise::read_table(argc > 1 ? argv[1] : "people.csv", {.columns = {"age"}}).value();
  const poise::Grid grid = poise::Grid::generous(table.columns().size()); // up to a billion, by millionths
  const poise::Rho rho = poise::Rho::ratio(1, 2).value();
  poise::SystemBits bits;
  const auto mean =
      poise::instance_optimal_mean(table, grid, poise::Grant<poise::Rho>::open(rho), bits).value();

  std::cout << "mean age " << mean.value[0] << " +- " << mean.noise_std[0] << "\n"
            << "for rho = " << mean.receipt.total() << "\n";
  for (const std::string &warning : mean.warnings) std::cout << "but: " << warning << "\n";
} catch (const std::exception &error) {
  std::cerr << error.what() << "\n";
  return 1;
}
