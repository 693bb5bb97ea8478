// Sparse rows made entry by entry, keeping only the wanted columns.
#pragma once

#include "poise/table/columns/numbered_columns.h"
#include "poise/table/table.h"

#include <utility>

namespace poise::internal {

class SparseBuilder {
public:
  enum class Entries { ones, values };

  // Numbers of the wanted columns, in their order; none means all. Every number is at
  // most Table::most_columns.
  SparseBuilder(Entries entries, const std::vector<std::size_t> &wanted);

  // An entry of the row that is open.
  void add(std::size_t number, double value = 1);

  // Closes the row. False when it named a column twice; only the first entry counts then.
  bool end_row();

  std::size_t rows() const { return parts_.starts.size() - 1; }

  // The range of columns that were named when nobody says otherwise: 0 or 1 to the
  // largest number met. Empty (last < first) when there was none.
  NumberedColumns columns_met() const { return {"", met_zero_ ? 0U : 1U, largest_}; }

  // With the wanted columns, or with all of these.
  Result<Table> finish(const NumberedColumns &all) &&;

private:
  struct Parts {
    std::vector<std::uint64_t> starts = {0};
    std::vector<std::uint32_t> places;
    std::vector<double> values;
  };

  bool ones_;
  std::vector<std::size_t> wanted_;
  std::vector<std::uint32_t> place_of_; // by number, for wanted columns; 0 means not wanted
  std::vector<std::pair<std::uint32_t, double>> row_;
  Parts parts_;
  std::size_t largest_ = 0;
  bool met_zero_ = false;
};

} // namespace poise::internal
