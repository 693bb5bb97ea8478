// Which cells of a `.npy` file a table shows, and views of them wherever they lie.
#pragma once

#include "poise/table/npy/npy_header.h"
#include "poise/table/read_options.h"
#include "poise/table/row_id.h"
#include "poise/table/rows.h"

#include <functional>
#include <optional>
#include <vector>

namespace poise::internal {

struct NpyCells {
  NpyHeader header;
  std::vector<std::string> names;  // of the columns shown
  std::vector<std::size_t> picks;  // their places; none means all columns of the file
  std::optional<std::size_t> unit; // its place
};

// Columns are named c0, c1, …
Result<NpyCells> choose_npy_cells(std::string_view bytes, const std::string &source,
                                  const ReadOptions &options);

// Cells at regular steps, in bytes.
struct NpySteps {
  std::size_t row, column;
};
Rows npy_rows(NpyType type, const char *cells, std::size_t rows, std::size_t columns, NpySteps steps,
              std::span<const std::size_t> picks = {});

// The id in each row of a column, which says whose the row is: equal numbers are equal ids.
void for_each_id(NpyType type, const char *column, std::size_t rows, std::size_t step,
                 const std::function<void(RowId)> &use);

} // namespace poise::internal
