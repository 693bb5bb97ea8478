// Dense blocks by the vectorised kernel, sparse ones entry by entry.
#include "poise/aggregate/exact/column_counts.h"

#include "poise/aggregate/exact/fold.h"
#include "poise/aggregate/kernel/counts_at_or_below.h"
#include "poise/aggregate/kernel/narrow_thresholds.h"

#include <stdexcept>

namespace poise::internal {
namespace {

class ColumnTally {
public:
  ColumnTally(const GridRows &rows, std::span<const std::int64_t> thresholds)
      : columns_(rows.columns()), implicit_values_(rows.implicit_values()), wide_(thresholds),
        narrow_(rows.narrow() ? narrow_thresholds(thresholds) : std::vector<std::int32_t>()) {}

  void count(const DenseBlock<std::int32_t> &block, std::span<std::uint64_t> counts) const {
    add_counts_at_or_below(block.cells, columns_, narrow_, counts);
  }
  void count(const DenseBlock<std::int64_t> &block, std::span<std::uint64_t> counts) const {
    add_counts_at_or_below(block.cells, columns_, wide_, counts);
  }
  // Counts are taken modulo 2^64 on the way: corrections may come before what they correct.
  template <class T> void count(const SparseBlock<T> &block, std::span<std::uint64_t> counts) const {
    for (std::size_t first = 0; first < wide_.size(); first += columns_) {
      const std::int64_t *thresholds = wide_.data() + first;
      std::uint64_t *found = counts.data() + first;
      for (std::size_t column = 0; column < columns_; ++column)
        found[column] += default_at(column) <= thresholds[column] ? block.rows() : 0;
      for (std::size_t i = 0; i < block.places.size(); ++i) {
        const std::size_t column = block.places[i];
        found[column] += (block.values[i] <= thresholds[column] ? 1U : 0U) -
                         std::uint64_t{default_at(column) <= thresholds[column] ? 1U : 0U};
      }
    }
  }

private:
  std::int64_t default_at(std::size_t column) const {
    return implicit_values_.empty() ? 0 : implicit_values_[column];
  }

  std::size_t columns_;
  std::span<const std::int64_t> implicit_values_, wide_;
  std::vector<std::int32_t> narrow_;
};

} // namespace

Result<ExactCounts> ColumnCounts::of(const GridRows &rows, std::span<const std::int64_t> thresholds,
                                     const RunOptions &run) {
  if (thresholds.empty() || thresholds.size() % rows.columns() != 0)
    throw std::logic_error("poise: counting needs whole rows of thresholds");
  const ColumnTally question(rows, thresholds);
  auto tally = fold(RawKey(), rows, run, Tally<std::uint64_t>(thresholds.size()),
                    [&](Tally<std::uint64_t> &sum, const auto &block) { question.count(block, sum.values); });
  if (!tally) return tally.error();
  return ExactCounts(rows.rows(), 1, std::move(tally->values));
}

} // namespace poise::internal
