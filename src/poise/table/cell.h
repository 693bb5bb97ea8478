// One cell of text: a number, missing, or a word.
#pragma once

#include <string_view>

namespace poise {

enum class CellKind { number, missing, word };

struct Cell {
  CellKind kind;
  double value; // NaN unless it is a number
};

// Reads any text. Spaces around it do not count. Missing is an empty cell or one of
// NA, N/A, NaN, null, none, - in any case. Numbers are decimal, with a point;
// beyond the range of a double they become infinite or zero, never an error.
Cell read_cell(std::string_view text);

// The text without spaces and tabs around it.
std::string_view trimmed(std::string_view text);

} // namespace poise
