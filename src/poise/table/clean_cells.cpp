// A view of the table's chunks, in slices of doubles that follow the rules.
#include "poise/table/clean_cells.h"

#include "poise/table/dense_cells.h"

#include <algorithm>
#include <stdexcept>

namespace poise::internal {
namespace {

constexpr std::size_t cells_of_a_slice = std::size_t{1} << 21;

class CleanPass final : public RowPass {
public:
  CleanPass(std::unique_ptr<RowPass> inner, const CellRules &rules)
      : inner_(std::move(inner)), rules_(rules) {}

  Result<std::optional<Chunk>> next() override {
    if (done_ == rows_) {
      auto chunk = inner_->next();
      if (!chunk || !*chunk) return chunk;
      chunk_ = **chunk;
      rows_ = count_rows(chunk_->rows);
      done_ = 0;
    }
    const std::size_t columns = count_columns(chunk_->rows);
    const std::size_t last = std::min(rows_, done_ + std::max<std::size_t>(1, cells_of_a_slice / columns));
    const Rows part = slice(chunk_->rows, done_, last);
    const std::span<const double> cells =
        std::visit([&](const auto &view) { return dense_cells(view, scratch_); }, part);
    if (cells.data() != scratch_.data()) scratch_.assign(cells.begin(), cells.end());
    clean(columns);
    const auto people = chunk_->people.empty() ? chunk_->people : chunk_->people.subspan(done_, last - done_);
    const std::size_t count = last - done_;
    done_ = last;
    return std::optional(Chunk{DenseRows<double>(scratch_.data(), count, columns), people});
  }

private:
  void clean(std::size_t columns) {
    if (rules_.zeros_for_gaps)
      for (double &cell : scratch_)
        if (cell != cell) cell = 0;
    if (rules_.limits.empty()) return;
    for (std::size_t row = 0; row < scratch_.size(); row += columns)
      for (std::size_t j = 0; j < columns; ++j) scratch_[row + j] = rules_.limits[j].cut(scratch_[row + j]);
  }

  std::unique_ptr<RowPass> inner_;
  const CellRules &rules_;
  std::optional<Chunk> chunk_;
  std::size_t rows_ = 0, done_ = 0; // of the chunk
  std::vector<double> scratch_;
};

class CleanSource final : public RowSource {
public:
  CleanSource(std::shared_ptr<const RowSource> inner, CellRules rules)
      : inner_(std::move(inner)), rules_(std::move(rules)) {}

  std::unique_ptr<RowPass> pass() const override {
    return std::make_unique<CleanPass>(inner_->pass(), rules_);
  }
  bool keeps_rows() const override { return false; }

private:
  std::shared_ptr<const RowSource> inner_;
  CellRules rules_;
};

} // namespace

bool CellRules::any() const {
  return zeros_for_gaps || std::ranges::any_of(limits, [](const Limits &one) { return one.any(); });
}

Table clean_cells(const Table &table, CellRules rules) {
  if (!rules.limits.empty() && rules.limits.size() != table.columns().size())
    throw std::logic_error("poise: limits have to be one a column");
  if (!rules.any()) return table;
  return Table::from(table.columns(), table.rows(),
                     std::make_shared<CleanSource>(table.source_, std::move(rules)), table.people())
      .value();
}

} // namespace poise::internal
