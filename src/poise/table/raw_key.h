// The key to raw data: who may read a cell about a person.
#pragma once

namespace poise {

// Cells of a table and rows on the grid open only for a RawKey, and only the
// classes named here can make one. Nobody else compiles
// (tests/must_not_compile/open_raw_data.cpp).
class RawKey {
  friend class GriddedRows;     // grid/       reads the cells of a Table
  friend class ColumnSums;      // aggregate/  reads rows on the grid
  friend struct RawKeyForTests; // defined in tests/ alone

  RawKey() {}
};

} // namespace poise
