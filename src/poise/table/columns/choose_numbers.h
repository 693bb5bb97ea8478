// Which columns are wanted where some hold numbers and others do not.
#pragma once

#include "poise/table/columns/choose_columns.h"

namespace poise::internal {

struct ColumnFacts {
  std::string name;
  std::string type;       // for messages
  bool numbers = false;   // or else it cannot be wanted
  bool by_default = true; // of numbers: wanted when no column is named
  bool ids = false;       // it can say whose a row is
};

// The named columns, which must hold numbers, or all that do, except the unit; there is at least one.
Result<ChosenColumns> choose_numbers(const std::string &source, const std::vector<ColumnFacts> &columns,
                                     const ReadOptions &options);

// What to say where there is none.
Error no_numbers(const std::string &source);

} // namespace poise::internal
