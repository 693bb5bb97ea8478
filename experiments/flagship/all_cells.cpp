// In the order of the tables.
#include "experiments/flagship/cells.h"

namespace poise::internal::experiments {

Result<std::vector<Cell>> all_cells(const DataSources &sources) {
  std::vector<Cell> all;
  const auto add = [&](std::vector<Cell> cells) {
    for (Cell &cell : cells) all.push_back(std::move(cell));
  };
  for (const auto cells : {normal_cells, correlated_cells, skewed_cells, own_unit_cells}) add(cells());
  for (const auto cells : {fresh_cells, fresh_own_unit_cells}) {
    std::vector<Cell> fresh = cells();
    for (Cell &cell : fresh) cell.fresh = true;
    add(std::move(fresh));
  }
  auto pictures = mnist_cells(sources);
  if (!pictures) return pictures.error();
  add(std::move(*pictures));
  return all;
}

} // namespace poise::internal::experiments
