// Which columns of separated text hold numbers.
#pragma once

#include "poise/table/csv_rows.h"

namespace poise {

// Counts what the chosen columns hold.
class CsvTally {
public:
  explicit CsvTally(std::size_t columns) : columns_(columns) {}

  void add(const CsvRows &row) {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const CellKind kind = row.cell(i).kind;
      columns_[i].numbers += kind == CellKind::number;
      columns_[i].words += kind == CellKind::word;
    }
    ++rows_;
  }

  std::size_t rows() const { return rows_; }

  // Which of the chosen columns stay: the wished ones, which must not hold words, or those of
  // numbers, of which there must be one.
  Result<std::vector<bool>> kept(const CsvHeader &header) const;

private:
  struct Counts {
    std::size_t numbers = 0, words = 0;
    bool numeric() const { return numbers > words; }
  };
  std::vector<Counts> columns_;
  std::size_t rows_ = 0;
};

} // namespace poise
