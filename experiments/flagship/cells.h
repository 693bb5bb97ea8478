// All cells of the flagship's table.
#pragma once

#include "experiments/flagship/cell.h"
#include "experiments/frame/figure.h"

namespace poise::internal::experiments {

// Those on which the prototype was measured. Its generators were not published: numbers of rows and shapes
// are such that the floors agree.
std::vector<Cell> normal_cells(); // columns that share a unit
std::vector<Cell> correlated_cells();
std::vector<Cell> skewed_cells();
std::vector<Cell> own_unit_cells();

// Other laws and sizes, which neither the prototype nor the method saw while it was made.
std::vector<Cell> fresh_cells();
std::vector<Cell> fresh_own_unit_cells();

// Pictures of the digits 0, 1 and 2, where there is a folder with MNIST; none otherwise.
Result<std::vector<Cell>> mnist_cells(const DataSources &sources);

// All of the above.
Result<std::vector<Cell>> all_cells(const DataSources &sources);

} // namespace poise::internal::experiments
