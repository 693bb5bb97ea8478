// Rows of numbers about people: sizes and names for everyone, cells under lock.
#pragma once

#include "poise/base/result.h"
#include "poise/table/raw_key.h"
#include "poise/table/row_source.h"

#include <memory>
#include <string>
#include <vector>

namespace poise::internal {

struct CellRules; // clean_cells.h

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

  // So many rows, from wherever they come; with a unit, of so many people.
  static Result<Table> from(std::vector<std::string> columns, std::size_t rows,
                            std::shared_ptr<const RowSource> source,
                            std::optional<std::size_t> people = std::nullopt);

  // Public facts. With a unit, the number of people is public and that of rows is not: one
  // person may have any number of them.
  std::size_t rows() const { return rows_; }
  std::optional<std::size_t> people() const { return people_; }
  const std::vector<std::string> &columns() const { return columns_; }
  bool keeps_rows() const { return source_->keeps_rows(); }
  bool sparse() const { return source_->sparse(); }
  bool binary() const { return source_->binary(); } // zeros and ones, by the format

  // Raw data, in the type it has.
  std::unique_ptr<RowPass> pass(RawKey) const { return source_->pass(); }

private:
  // The same source under the same lock.
  friend Table column_of(const Table &table, std::size_t column);
  friend Table clean_cells(const Table &table, CellRules rules);

  Table(std::vector<std::string> columns, std::size_t rows, std::shared_ptr<const RowSource> source,
        std::optional<std::size_t> people)
      : columns_(std::move(columns)), rows_(rows), source_(std::move(source)), people_(people) {}
  static Error ragged(std::size_t cells, std::size_t columns);

  std::vector<std::string> columns_;
  std::size_t rows_;
  std::shared_ptr<const RowSource> source_;
  std::optional<std::size_t> people_;
};

} // namespace poise::internal
