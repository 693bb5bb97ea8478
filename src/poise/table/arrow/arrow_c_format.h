// What a format string of Arrow's C interface says about the cells of a column.
#pragma once

#include "poise/table/memory/number_cells.h"

#include <string>
#include <string_view>

namespace poise::internal {

struct ArrowFormat {
  enum class Kind {
    nulls,      // no cells at all
    number,     // as tables have them
    time,       // a date, a time or a duration: stored as a number, and not one
    boolean,    // a bit
    half,       // a float of two bytes
    decimal,    // a whole number of `size` bytes, to be divided by 10^scale
    fixed,      // `size` bytes
    words,      // any number of bytes, found by offsets of 32 bits
    long_words, // by offsets of 64 bits
    views,      // by views of 16 bytes
    records,    // a struct
    other       // which poise does not read
  };

  Kind kind = Kind::other;
  std::string name = "unknown"; // as Arrow calls it
  NumberType number = {};       // of numbers and times
  std::size_t size = 0;
  int scale = 0;
  bool text = false; // words that are text, not any bytes

  bool holds_numbers() const {
    return kind == Kind::number || kind == Kind::boolean || kind == Kind::half || kind == Kind::decimal ||
           kind == Kind::nulls;
  }
  bool can_be_numbers() const { return holds_numbers() || text; } // each cell as cell.h says
  bool can_be_ids() const { return kind != Kind::nulls && kind != Kind::records && kind != Kind::other; }
};

ArrowFormat read_arrow_format(std::string_view text);

} // namespace poise::internal
