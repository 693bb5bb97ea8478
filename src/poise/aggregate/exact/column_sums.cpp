// Summing in 64 bits for as many rows as fit, in 128 bits beyond.
#include "poise/aggregate/exact/column_sums.h"

#include "poise/aggregate/exact/fold.h"

#include <algorithm>

namespace poise::internal {
namespace {

class Totals {
public:
  explicit Totals(const GridRows &rows)
      : implicit_values_(rows.implicit_values()),
        rows_that_fit_(
            static_cast<std::size_t>((std::int64_t{1} << 62) / std::max<std::int64_t>(1, rows.bound()))),
        recent_(rows.columns()), totals_(rows.columns()) {}

  template <class T> void add(const DenseBlock<T> &block) {
    for (std::size_t row = 0; row < block.rows(); ++row) {
      if (recent_rows_ == rows_that_fit_) settle();
      const T *cells = block.row(row).data();
      for (std::size_t column = 0; column < block.columns; ++column) recent_[column] += cells[column];
      ++recent_rows_;
    }
  }

  template <class T> void add(const SparseBlock<T> &block) {
    for (std::size_t i = 0; i < block.places.size(); ++i) {
      const std::size_t column = block.places[i];
      totals_.values[column] +=
          Int128{block.values[i]} - (implicit_values_.empty() ? 0 : implicit_values_[column]);
    }
    for (std::size_t column = 0; column < implicit_values_.size(); ++column)
      totals_.values[column] += static_cast<Int128>(block.rows()) * implicit_values_[column];
  }

  Totals &operator+=(Totals &other) {
    other.settle();
    settle();
    totals_ += other.totals_;
    return *this;
  }

  std::vector<Int128> take() {
    settle();
    return std::move(totals_.values);
  }

private:
  void settle() {
    for (std::size_t column = 0; column < recent_.size(); ++column) {
      totals_.values[column] += recent_[column];
      recent_[column] = 0;
    }
    recent_rows_ = 0;
  }

  std::span<const std::int64_t> implicit_values_;
  std::size_t rows_that_fit_;        // in a sum of 64 bits: at least one
  std::vector<std::int64_t> recent_; // sums of the last rows, not yet in the totals
  std::size_t recent_rows_ = 0;
  Tally<Int128> totals_;
};

} // namespace

Result<ExactSum> ColumnSums::of(const GridRows &rows, const RunOptions &run) {
  auto totals =
      fold(RawKey(), rows, run, Totals(rows), [](Totals &sum, const auto &block) { sum.add(block); });
  if (!totals) return totals.error();
  const Integer reach = (rows.non_negative() ? 1 : 2) * to_integer(Int128{rows.bound()}),
                columns = to_integer(std::uint64_t{rows.columns()});
  return ExactSum(rows.rows(), reach * reach * columns, reach * columns, totals->take());
}

} // namespace poise::internal
