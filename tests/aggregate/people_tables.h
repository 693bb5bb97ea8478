// Small tables of doubles as rows of people, in several cuts and with several threads.
#pragma once

#include "grid/in_chunks.h"
#include "poise/grid/people_rows.h"
#include "poise/random/bits.h"

#include <cmath>
#include <limits>
#include <vector>

namespace poise::internal {

inline constexpr double a_gap = std::numeric_limits<double>::quiet_NaN();

inline Table table_of(std::size_t columns, const std::vector<double> &cells) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < columns; ++i) names.push_back("x" + std::to_string(i));
  return Table::dense(names, cells).value();
}

inline PeopleRows people_of(std::size_t columns, const std::vector<double> &cells) {
  return PeopleRows::of(table_of(columns, cells)).value();
}

struct ServedPeople {
  PeopleRows rows;
  RunOptions run;
};

inline std::vector<ServedPeople> every_cut(std::size_t columns, const std::vector<double> &cells) {
  std::vector<ServedPeople> ways;
  for (const std::size_t block : {std::size_t{1}, std::size_t{50}, std::size_t{1} << 20})
    for (const unsigned threads : {1U, 3U}) {
      const RunOptions run{.threads = threads, .block_cells = block};
      const Table table = table_of(columns, cells);
      ways.push_back({PeopleRows::of(table, run).value(), run});
      ways.push_back({PeopleRows::of(InChunks::of(table, {1, 2, 7}), run).value(), run});
    }
  return ways;
}

// Everyday cells, far ones, ties, gaps and infinities.
inline std::vector<double> any_cells(std::size_t count, Bits &bits) {
  std::vector<double> cells(count);
  for (double &cell : cells) {
    const std::uint64_t word = bits.word();
    const double small = static_cast<double>(word >> 40) / (1 << 20) - 8;
    switch (word % 16) {
    case 0:
      cell = a_gap;
      break;
    case 1:
      cell = 0;
      break;
    case 2:
      cell = 1;
      break;
    case 3:
      cell = std::ldexp(small, static_cast<int>(word >> 4 & 255) - 128);
      break;
    case 4:
      cell = word & 16 ? std::numeric_limits<double>::infinity() : -1e300;
      break;
    default:
      cell = small;
    }
  }
  return cells;
}

} // namespace poise::internal
