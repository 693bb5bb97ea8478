// A view of the table's chunks, each cut down to one column.
#include "poise/table/column_of.h"

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace poise::internal {

namespace {

class ColumnPass final : public RowPass {
public:
  ColumnPass(std::unique_ptr<RowPass> inner, std::size_t column)
      : inner_(std::move(inner)), column_(column) {}

  Result<std::optional<Chunk>> next() override {
    auto chunk = inner_->next();
    if (!chunk || !*chunk) return chunk;
    const Rows rows = std::visit([&](const auto &view) { return only(view); }, (*chunk)->rows);
    return std::optional(Chunk{rows, (*chunk)->people});
  }

private:
  template <class T> Rows only(const DenseRows<T> &rows) const { return rows.only(column_); }
  Rows only(const ColumnRows &rows) const {
    return ColumnRows{rows.parts.subspan(column_, 1), rows.first, rows.last};
  }
  Rows only(const SparseRows &rows) {
    dense_.assign(rows.rows(), 0);
    for (std::size_t row = 0; row < rows.rows(); ++row) {
      const auto begin = rows.places.begin() + static_cast<std::ptrdiff_t>(rows.starts[row]);
      const auto end = rows.places.begin() + static_cast<std::ptrdiff_t>(rows.starts[row + 1]);
      const auto found = std::lower_bound(begin, end, column_);
      if (found != end && *found == column_)
        dense_[row] = rows.value(static_cast<std::size_t>(found - rows.places.begin()));
    }
    return DenseRows<double>(dense_.data(), dense_.size(), 1);
  }

  std::unique_ptr<RowPass> inner_;
  std::size_t column_;
  std::vector<double> dense_;
};

class ColumnSource final : public RowSource {
public:
  ColumnSource(std::shared_ptr<const RowSource> inner, std::size_t column)
      : inner_(std::move(inner)), column_(column) {}

  std::unique_ptr<RowPass> pass() const override {
    return std::make_unique<ColumnPass>(inner_->pass(), column_);
  }
  bool keeps_rows() const override { return inner_->keeps_rows() && !inner_->sparse(); }

private:
  std::shared_ptr<const RowSource> inner_;
  std::size_t column_;
};

} // namespace

Table column_of(const Table &table, std::size_t column) {
  if (column >= table.columns().size()) throw std::logic_error("poise: a table has no such column");
  if (table.columns().size() == 1 && !table.sparse()) return table;
  return Table::from({table.columns()[column]}, table.rows(),
                     std::make_shared<ColumnSource>(table.source_, column), table.people())
      .value();
}

} // namespace poise::internal
