// Rows that lie in memory already: hand them over where they lie, and ask about some of the columns.
#include <poise/poise.h>

#include <iostream>
#include <memory>

int main() try {
  // Two visits to a shop for each of 2000 people: who, how many minutes, how many euros.
  const std::size_t rows = 4000, columns = 3;
  const auto cells = std::make_shared<std::vector<double>>();
  for (std::size_t i = 0; i < rows; ++i) {
    const auto visit = static_cast<double>(i);
    cells->insert(cells->end(),
                  {static_cast<double>(i / 2), 10 + static_cast<double>(i * 7 % 21), 0.005 * visit});
  }

  // poise asks for the rows once everything else is in order, and says which columns it wants: hand the
  // options on, so that the question means what it says. No cell is copied; the table keeps `cells` alive.
  const poise::MemoryMatrix matrix = {.type = poise::NumberType::f8,
                                      .cells = cells->data(),
                                      .rows = rows,
                                      .columns = columns,
                                      .row_step = columns * sizeof(double),
                                      .column_step = sizeof(double)};
  const auto shop = [&](const poise::ReadOptions &options) {
    return poise::memory_matrix(matrix, {"person", "minutes", "euros"}, cells, options);
  };

  // With a unit, a person is protected with all their visits together.
  const auto mean =
      poise::mean({.rho = "0.1", .columns = {"minutes", "euros"}, .unit = "person"}, shop).value();
  std::cout << poise::to_text(mean) << "\n";
  const auto quartiles = poise::quantile(
      {.epsilon = "1", .columns = {"minutes"}, .unit = "person", .quantiles = "0.25,0.75"}, shop);
  std::cout << poise::to_text(quartiles.value());
} catch (const std::exception &error) {
  std::cerr << error.what() << "\n";
  return 1;
}
