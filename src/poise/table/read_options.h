// What a reader is asked for, whatever the format.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace poise::internal {

struct ReadOptions {
  // Columns by name, in this order: a promise that they hold numbers, so that words in them are missing
  // cells. None means every column of numbers except the unit, and except unnamed ones, which number the
  // rows.
  std::vector<std::string> columns = {};

  // The column that says whose a row is. It need not hold numbers and is not among the columns.
  std::optional<std::string> unit = std::nullopt;

  // Separated text has no header line: its columns are c0, c1, … Other formats know, and refuse.
  bool no_header = false;

  // Files that need more than this many bytes are not kept in memory: every pass reads them
  // again, chunk by chunk.
  std::size_t memory = std::size_t{2} << 30;
};

} // namespace poise::internal
