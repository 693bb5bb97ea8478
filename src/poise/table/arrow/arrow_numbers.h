// Columns of an Arrow batch as columns of numbers.
#pragma once

#include "poise/table/rows.h"

#include <arrow/record_batch.h>
#include <memory>
#include <vector>

namespace poise::internal {

// Text, which is taken as numbers where it is named: each cell as cell.h says.
bool holds_text(const arrow::DataType &type);

// Whole numbers, floats, booleans, decimals and nulls; not dates, words, or anything nested.
bool holds_numbers(const arrow::DataType &type);

// Of a column of numbers or text: at most how many bytes, about, a decoded cell takes.
std::size_t bytes_per_cell(const arrow::DataType &type);

// Views into a batch, and copies of the columns that poise cannot compute with as they are:
// booleans, half floats, decimals, nulls and text.
class ArrowNumbers {
public:
  // The rows [first, first + rows) of the first `columns` columns.
  static arrow::Result<ArrowNumbers> of(std::shared_ptr<arrow::RecordBatch> batch, std::size_t columns,
                                        std::int64_t first, std::int64_t rows);

  // Valid while this object lives, wherever it is moved to.
  Rows rows() const { return ColumnRows{parts_, 0, rows_}; }

private:
  std::shared_ptr<arrow::RecordBatch> batch_;
  std::vector<Column> parts_;
  std::vector<std::vector<double>> doubles_;
  std::vector<std::vector<std::uint8_t>> bytes_;
  std::size_t rows_ = 0;
};

} // namespace poise::internal
