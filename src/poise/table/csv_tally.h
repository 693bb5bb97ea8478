// Which columns of separated text hold numbers.
#pragma once

#include "poise/table/csv_rows.h"

namespace poise {

// Counts what the chosen columns hold. With a unit everyone has one vote on each column, their first cell
// there that is not missing: otherwise one person with many rows could decide alone.
class CsvTally {
public:
  explicit CsvTally(std::size_t columns) : columns_(columns) {}

  // A row of nobody in particular, or of a person, numbered from 0 on as they first appear.
  void add(const CsvRows &row) {
    for (std::size_t i = 0; i < columns_.size(); ++i) vote(i, row.cell(i).kind);
    ++rows_;
  }
  void add(const CsvRows &row, std::uint64_t person) {
    const std::size_t first = person * columns_.size();
    if (first >= voted_.size()) voted_.resize(first + columns_.size());
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const CellKind kind = row.cell(i).kind;
      if (kind == CellKind::missing || voted_[first + i]) continue;
      voted_[first + i] = true;
      vote(i, kind);
    }
    ++rows_;
  }

  std::size_t rows() const { return rows_; }

  // Which of the chosen columns stay: the wished ones, which must not hold words, or those of
  // numbers, of which there must be one.
  Result<std::vector<bool>> kept(const CsvHeader &header) const;

private:
  void vote(std::size_t column, CellKind kind) {
    columns_[column].numbers += kind == CellKind::number;
    columns_[column].words += kind == CellKind::word;
  }

  struct Counts {
    std::size_t numbers = 0, words = 0;
    bool numeric() const { return numbers > words; }
  };
  std::vector<Counts> columns_;
  std::vector<bool> voted_; // person by person
  std::size_t rows_ = 0;
};

} // namespace poise
