// The key to raw data: who may read a cell about a person.
#pragma once

namespace poise::internal {

// Cells of a table and rows on the grid open only for a RawKey. Who holds one may pass it on;
// only the classes named here can make one. Nobody else compiles
// (tests/must_not_compile/open_raw_data.cpp).
class RawKey {
  friend class PeopleOnGrid; // grid/       all rows of a person into one
  friend class KeepRows;     // grid/       rows on the grid into memory
  friend class ZerosAndOnes; // grid/       whether a table that claims to be binary is
  friend class Magnitudes;   // grid/       how large the cells of people are
  friend class PeopleRows;   // grid/       all rows of a person into one, as doubles
  friend class PeopleSample; // grid/       rows of people who were drawn into memory
  friend class Participants; // protocol/   each row into the hands of its participant alone
  friend class ColumnSums;   // aggregate/  exact answers, each locked until it is released
  friend class ColumnCounts;
  friend class ColumnSearch;
  friend class CumulativeCounts;
  friend class NormHistogram;
  friend class PooledHistogram;
  friend class ClippedSums;
  friend class SecondMoments;
  friend class SortedColumns;
  friend class ExactProducts;
  friend class MappedNorms;
  friend class PresentCounts;
  friend class RungCounts;
  friend class ShellSums;
  friend class SortedCells;
  friend struct RawKeyForTests; // defined in tests/ alone

  RawKey() {}
};

} // namespace poise::internal
