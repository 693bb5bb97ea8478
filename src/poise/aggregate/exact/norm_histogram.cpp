// Buckets first, then sums of buckets.
#include "poise/aggregate/exact/norm_histogram.h"

#include "poise/aggregate/exact/fold.h"
#include "poise/aggregate/kernel/norm_counts.h"
#include "poise/aggregate/kernel/sparse_norms.h"

namespace poise::internal {
namespace {

class NormTally {
public:
  NormTally(const GridRows &rows, Norm norm, const GeometricGrid &radii)
      : counts_(norm, radii), sparse_norms_(norm, rows.implicit_values()) {}

  template <class T> void count(const DenseBlock<T> &block, std::span<std::uint64_t> buckets) const {
    counts_.add(block.cells, block.columns, buckets);
  }
  template <class T> void count(const SparseBlock<T> &block, std::span<std::uint64_t> buckets) const {
    for (std::size_t row = 0; row < block.rows(); ++row)
      ++buckets[counts_.bucket(sparse_norms_.of_row(block, row))];
  }

private:
  NormCounts counts_;
  SparseNorms sparse_norms_;
};

} // namespace

Result<ExactCounts> NormHistogram::of(const GridRows &rows, Norm norm, const GeometricGrid &radii,
                                      const RunOptions &run) {
  const NormTally question(rows, norm, radii);
  auto tally = fold(RawKey(), rows, run, Tally<std::uint64_t>(radii.buckets()),
                    [&](Tally<std::uint64_t> &sum, const auto &block) { question.count(block, sum.values); });
  if (!tally) return tally.error();
  std::vector<std::uint64_t> counts = std::move(tally->values);
  counts.pop_back(); // beyond the last radius
  for (std::size_t i = 1; i < counts.size(); ++i) counts[i] += counts[i - 1];
  return ExactCounts(rows.rows(), 1, std::move(counts), ExactCounts::Order::nested);
}

} // namespace poise::internal
