// What a reader is asked for, whatever the format.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace poise {

struct ReadOptions {
  // Columns by name, in this order; none means every column of numbers except the unit.
  std::vector<std::string> columns = {};

  // The column that says whose a row is. It need not hold numbers and is not among the columns.
  std::optional<std::string> unit = std::nullopt;

  // Words count as missing cells even where a named column holds nothing else. For one person's own row:
  // whether it is taken must not depend on what is in it.
  bool words_are_missing = false;

  // Files that need more than this many bytes are not kept in memory: every pass reads them
  // again, chunk by chunk.
  std::size_t memory = std::size_t{2} << 30;
};

} // namespace poise
