// What a cell means, whatever it lies in: a number, missing, or a word.
//
// The one rule, for every reader and for Python. What a cell means depends on that cell alone, and on the
// type that its column declares, never on other cells:
// - a number is the double nearest to it, whether it is text, a decimal or a whole number of 64 bits: so a
//   column means the same whichever type its owner keeps it in; true is 1 and false is 0;
// - missing is what has no value: an empty cell, a null, NaN, and the words for it in read_cell; what
//   becomes of it is up to the grid (Grid::fill());
// - anything else is a word. In a column that is taken, a word is a missing cell. Whether a column is taken
//   that nobody named is decided by choose_columns.h and column_votes.h.
#pragma once

#include <cstdint>
#include <string_view>

namespace poise::internal {

enum class CellKind : std::uint8_t { number, missing, word };

struct Cell {
  CellKind kind;
  double value; // NaN unless it is a number
};

// Reads any text. Spaces around it do not count. Missing is an empty cell or one of
// NA, N/A, NaN, null, none, - in any case; true and false, in any case, are 1 and 0. Numbers are
// decimal, with a point; beyond the range of a double they become infinite or zero, never an error.
Cell read_cell(std::string_view text);

// The text without spaces and tabs around it.
inline std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// Whether a text is missing, as read_cell says: the id of nobody in particular, for one. All words for it
// begin alike; most ids do not, and need not be read as numbers.
inline bool means_missing(std::string_view text) {
  text = trimmed(text);
  if (text.empty()) return true;
  const char first = text.front();
  if (first != 'n' && first != 'N' && first != '-' && first != '+') return false;
  return read_cell(text).kind == CellKind::missing;
}

} // namespace poise::internal
