// Rows of a table as they are, placed on the grid block by block in every pass.
#pragma once

#include "poise/grid/grid.h"
#include "poise/grid/grid_rows.h"
#include "poise/table/table.h"

namespace poise::internal {

class TableOnGrid final : public GridRows {
public:
  // A table without a unit: here every row is a person.
  TableOnGrid(Table table, const Grid &grid);

  std::size_t rows() const override { return table_.rows(); }
  std::size_t columns() const override { return table_.columns().size(); }
  std::int64_t bound() const override { return grid_.bound(); }
  bool non_negative() const override { return table_.binary(); }
  bool sparse() const override { return table_.sparse(); }
  bool in_public_order() const override { return true; }
  [[nodiscard]] std::optional<Error> pass(RawKey key, const RunOptions &run,
                                          const Visit &visit) const override;

private:
  template <class Cell>
  [[nodiscard]] std::optional<Error> pass_as(RawKey key, const RunOptions &run, const Visit &visit) const;

  Table table_;
  Grid grid_;
};

} // namespace poise::internal
