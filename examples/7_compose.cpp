// An estimator of one's own: two mechanisms share a budget, and their receipts add up to it, exactly.
#include "poise/aggregate/exact/column_sums.h"
#include "poise/grid/on_grid.h"
#include "poise/mechanism/noisy_search.h"
#include "poise/mechanism/noisy_sum.h"
#include "poise/random/system_bits.h"
#include "poise/table/read_table.h"

#include <array>
#include <iostream>

using namespace poise::internal; // the parts of the library: they may change in any version

int main(int argc, char **argv) try {
  const Table table = read_table(argc > 1 ? argv[1] : "people.csv", {.columns = {"hours"}}).value();

  // Nobody works more than 168 hours a week: a public fact, so cutting off there tells nothing.
  const Grid grid = Grid::within("168", 16).value();
  const auto rows = on_grid(table, grid).value();

  // A grant cannot be copied. It is split, and each part is spent once; the compiler and the type see to it.
  const std::array<unsigned, 2> weights = {3, 1};
  auto grants = Grant<Rho>::open(Rho::parse("0.5").value()).split(weights);
  SystemBits bits;
  const auto sum = noisy_sum(ColumnSums::of(*rows).value(), std::move(grants[0]), bits).value();
  const auto median = noisy_column_quantiles(rows, table.rows() / 2, std::move(grants[1]), bits).value();

  // What was released is free to use: from integers on the grid back to hours.
  const double step = grid.step().get_d(), people = static_cast<double>(table.rows());
  std::cout << "mean " << to_integer(sum.value().values[0]).get_d() * step / people << " hours\n"
            << "median " << static_cast<double>(median.value().values[0]) * step << " hours\n";
  Receipt<Rho> receipt = sum.receipt();
  receipt.append(median.receipt());
  for (const auto &paid : receipt.steps())
    std::cout << paid.name << " cost rho = " << paid.amount.text() << "\n";
  std::cout << "in all rho = " << receipt.total() << "\n";
} catch (const std::exception &error) {
  std::cerr << error.what() << "\n";
  return 1;
}
