// Two ways to read a file: the same refusal, or the same names, rows, cells and people.
#pragma once

#include "table/opened.h"

#include <cmath>
#include <string>

namespace poise::internal {

inline bool same_cells(const std::vector<double> &a, const std::vector<double> &b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!(a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i])))) return false;
  return true;
}

// What differs; empty when nothing does.
inline std::string difference(const Result<Table> &a, const Result<Table> &b) {
  if (!a && !b) return a.error() == b.error() ? "" : "refusals: " + a.error().wrong + " / " + b.error().wrong;
  if (!a) return "only one is refused: " + a.error().wrong;
  if (!b) return "only one is refused: " + b.error().wrong;
  if (a->columns() != b->columns()) return "names";
  if (a->rows() != b->rows()) return "numbers of rows";
  if (a->people() != b->people()) return "numbers of people";
  if (!same_cells(opened_cells(*a), opened_cells(*b))) return "cells";
  if (opened_people(*a) != opened_people(*b)) return "whose the rows are";
  return "";
}

} // namespace poise::internal
