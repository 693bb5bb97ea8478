// Rows of numbers about people: sizes and names for everyone, cells under lock.
#pragma once

#include "poise/base/result.h"
#include "poise/table/raw_key.h"
#include "poise/table/rows.h"

#include <memory>
#include <string>
#include <vector>

namespace poise {

// Never changes; copies share the cells.
class Table {
public:
  static constexpr std::size_t most_columns = std::size_t{1} << 22;

  // Rows that stay where they are; the table keeps their owner alive. NaN marks a
  // missing cell.
  static Result<Table> of(std::vector<std::string> columns, Rows rows, std::shared_ptr<const void> owner);

  // Cells row by row.
  template <class T = double>
  static Result<Table> dense(std::vector<std::string> columns, std::vector<T> cells) {
    const std::size_t width = columns.size(), rows = width == 0 ? 0 : cells.size() / width;
    if (rows * width != cells.size() && width != 0) return ragged(cells.size(), width);
    const auto kept = std::make_shared<const std::vector<T>>(std::move(cells));
    const Rows view = DenseRows<T>(kept->data(), rows, width);
    return of(std::move(columns), view, std::shared_ptr<const void>(kept));
  }

  // Public facts.
  std::size_t rows() const { return rows_count_; }
  const std::vector<std::string> &columns() const { return columns_; }

  // Raw data: the rows [first, last), in the type they have. A pass over a table is a
  // loop over such chunks; what it finds must not depend on where they are cut.
  Rows chunk(RawKey, std::size_t first, std::size_t last) const;

private:
  Table(std::vector<std::string> columns, Rows rows, std::size_t count, std::shared_ptr<const void> owner)
      : columns_(std::move(columns)), rows_(rows), rows_count_(count), owner_(std::move(owner)) {}
  static Error ragged(std::size_t cells, std::size_t columns);

  std::vector<std::string> columns_;
  Rows rows_;
  std::size_t rows_count_;
  std::shared_ptr<const void> owner_;
};

} // namespace poise
