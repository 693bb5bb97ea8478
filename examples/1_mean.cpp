// A private mean in five lines: read a table, choose a grid and a budget, ask.
#include "poise/estimate/gaussian_mean.h"
#include "poise/random/system_bits.h"
#include "poise/table/read_table.h"

#include <iostream>

int main(int argc, char **argv) try {
  // value() throws where something is missing; ask `if (!table)` to look at the error instead.
  const poise::Table table =
      poise::read_table(argc > 1 ? argv[1] : "people.csv", {.columns = {"age"}}).value();
  const poise::Grid grid = poise::Grid::within("100").value(); // public knowledge: nobody is older
  const poise::Rho rho = poise::Rho::ratio(1, 2).value();
  poise::SystemBits bits;
  const auto mean = poise::gaussian_mean(table, grid, poise::Grant<poise::Rho>::open(rho), bits).value();

  std::cout << "mean age " << mean.value[0] << " +- " << mean.noise_std[0] << "\n"
            << "for rho = " << mean.receipt.total() << "\n";
} catch (const std::exception &error) {
  std::cerr << error.what() << "\n";
  return 1;
}
