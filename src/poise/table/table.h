// Rows of numbers about people: sizes and names for everyone, cells under lock.
#pragma once

#include "poise/base/result.h"
#include "poise/table/raw_key.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace poise {

class Table {
public:
  // Cells row by row; NaN marks a missing cell.
  static Result<Table> dense(std::vector<std::string> columns, std::vector<double> cells);

  // Public facts.
  std::size_t rows() const { return cells_.size() / columns_.size(); }
  const std::vector<std::string> &columns() const { return columns_; }

  // Raw data.
  std::span<const double> cells(RawKey) const { return cells_; }

private:
  Table(std::vector<std::string> columns, std::vector<double> cells)
      : columns_(std::move(columns)), cells_(std::move(cells)) {}

  std::vector<std::string> columns_;
  std::vector<double> cells_;
};

} // namespace poise
