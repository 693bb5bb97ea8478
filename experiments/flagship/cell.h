// A cell of the flagship's table: one kind of data, and the budgets at which methods are compared on it.
#pragma once

#include "experiments/frame/sample.h"
#include "poise/privacy/units.h"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace poise::internal::experiments {

// What is drawn once for a table (directions, places, units) makes what fills its rows, one after the other.
using FillRow = std::function<void(std::span<double> row, Bits &bits)>;
using MakeFill = std::function<FillRow(Bits &bits)>;

// Of one cell of a table, whichever its place.
using Law = std::function<double(Bits &bits)>;

// A budget, and the floor that was found there when the prototype was measured: 0 where it was not.
struct CellBudget {
  int thousandths; // of rho
  double prototype_floor = 0;

  double value() const { return thousandths / 1000.0; }
};

struct Cell {
  std::string name;
  std::size_t rows, columns;
  std::vector<CellBudget> budgets;
  MakeFill make_fill;
  bool own_units = false; // errors count in each column's own standard deviation
  bool fresh = false;     // the prototype was never run on it
};

// One table: its cells row by row.
std::vector<double> draw_cells(const Cell &cell, Bits &bits);

// Every cell by itself, all of one law; the same times a factor a column, and around a place a column.
MakeFill independent(Law law);
MakeFill independent(Law law, std::vector<double> factors);
MakeFill independent(Law law, std::vector<double> factors, std::vector<double> places);

// Every column by its own law.
MakeFill by_column(std::vector<Law> laws);

} // namespace poise::internal::experiments
