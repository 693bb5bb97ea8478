// Buckets first, then sums of buckets; a table says the bucket of every cell where it is small enough.
#include "poise/aggregate/exact/cumulative_counts.h"

#include "poise/aggregate/exact/fold.h"

#include <algorithm>
#include <functional>
#include <stdexcept>

namespace poise::internal {
namespace {

constexpr std::int64_t largest_bound_of_a_table = std::int64_t{1} << 20;

class CumulativeTally {
public:
  CumulativeTally(const GridRows &rows, std::span<const std::int64_t> thresholds)
      : thresholds_(thresholds),
        implicit_values_(rows.implicit_values().empty() ? 0 : rows.implicit_values().front()),
        bound_(rows.bound()) {
    if (bound_ > largest_bound_of_a_table) return;
    table_.resize(static_cast<std::size_t>(2 * bound_ + 1));
    std::uint32_t bucket = 0;
    for (std::int64_t cell = -bound_; cell <= bound_; ++cell) {
      while (bucket < thresholds.size() && thresholds[bucket] < cell) ++bucket;
      table_[static_cast<std::size_t>(cell + bound_)] = bucket;
    }
  }

  std::size_t buckets() const { return thresholds_.size() + 1; }

  template <class T> void count(const DenseBlock<T> &block, std::span<std::uint64_t> counts) const {
    if (table_.empty()) {
      for (const T cell : block.cells) ++counts[searched_bucket(cell)];
    } else {
      for (const T cell : block.cells) ++counts[tabled_bucket(cell)];
    }
  }
  template <class T> void count(const SparseBlock<T> &block, std::span<std::uint64_t> counts) const {
    for (std::size_t row = 0; row < block.rows(); ++row) {
      const std::size_t end = block.end(row);
      const std::int64_t cell = block.begin(row) == end ? implicit_values_ : block.values[end - 1];
      ++counts[table_.empty() ? searched_bucket(cell) : tabled_bucket(cell)];
    }
  }

private:
  std::size_t tabled_bucket(std::int64_t cell) const {
    return table_[static_cast<std::size_t>(cell + bound_)];
  }

  // How many thresholds are below: by halves, without a branch to guess.
  std::size_t searched_bucket(std::int64_t cell) const {
    const std::int64_t *first = thresholds_.data();
    std::size_t left = thresholds_.size();
    while (left > 1) {
      const std::size_t half = left / 2;
      first += half & (std::size_t{0} - (first[half - 1] < cell ? 1U : 0U));
      left -= half;
    }
    return static_cast<std::size_t>(first - thresholds_.data()) + (*first < cell ? 1 : 0);
  }

  std::span<const std::int64_t> thresholds_;
  std::int64_t implicit_values_, bound_;
  std::vector<std::uint32_t> table_; // the bucket of cell x at x + bound; empty where the bound is large
};

} // namespace

Result<ExactCounts> CumulativeCounts::of(const GridRows &rows, std::span<const std::int64_t> thresholds,
                                         const RunOptions &run) {
  if (rows.columns() != 1) throw std::logic_error("poise: cumulative counts are of one column");
  if (thresholds.empty() || std::ranges::adjacent_find(thresholds, std::greater_equal()) != thresholds.end())
    throw std::logic_error("poise: cumulative counts need thresholds that rise strictly");
  const CumulativeTally question(rows, thresholds);
  auto tally = fold(RawKey(), rows, run, Tally<std::uint64_t>(question.buckets()),
                    [&](Tally<std::uint64_t> &sum, const auto &block) { question.count(block, sum.values); });
  if (!tally) return tally.error();
  std::vector<std::uint64_t> counts = std::move(tally->values);
  counts.pop_back(); // above the last threshold
  for (std::size_t i = 1; i < counts.size(); ++i) counts[i] += counts[i - 1];
  return ExactCounts(rows.rows(), 1, std::move(counts), ExactCounts::Order::nested);
}

} // namespace poise::internal
