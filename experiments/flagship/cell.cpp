// Rows are filled in order, so that one stream of bits makes one table.
#include "experiments/flagship/cell.h"

namespace poise::internal::experiments {

std::vector<double> draw_cells(const Cell &cell, Bits &bits) {
  const FillRow fill = cell.make_fill(bits);
  std::vector<double> cells(cell.rows * cell.columns);
  for (std::size_t i = 0; i < cells.size(); i += cell.columns)
    fill(std::span(cells).subspan(i, cell.columns), bits);
  return cells;
}

MakeFill independent(Law law) {
  return [law = std::move(law)](Bits &) -> FillRow {
    return [law](std::span<double> row, Bits &bits) {
      for (double &x : row) x = law(bits);
    };
  };
}

MakeFill independent(Law law, std::vector<double> factors) {
  std::vector<double> places(factors.size());
  return independent(std::move(law), std::move(factors), std::move(places));
}

MakeFill independent(Law law, std::vector<double> factors, std::vector<double> places) {
  return [law = std::move(law), factors = std::move(factors), places = std::move(places)](Bits &) -> FillRow {
    return [law, factors, places](std::span<double> row, Bits &bits) {
      for (std::size_t j = 0; j < row.size(); ++j) row[j] = places[j] + factors[j] * law(bits);
    };
  };
}

MakeFill by_column(std::vector<Law> laws) {
  return [laws = std::move(laws)](Bits &) -> FillRow {
    return [laws](std::span<double> row, Bits &bits) {
      for (std::size_t j = 0; j < row.size(); ++j) row[j] = laws[j](bits);
    };
  };
}

} // namespace poise::internal::experiments
