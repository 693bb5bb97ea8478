// Buckets first, then sums of buckets.
#include "poise/aggregate/exact/pooled_histogram.h"

#include "poise/aggregate/exact/fold.h"
#include "poise/aggregate/kernel/pooled_counts.h"

namespace poise::internal {
namespace {

std::uint64_t magnitude(std::int64_t cell) {
  const auto bits = static_cast<std::uint64_t>(cell);
  return cell < 0 ? 0 - bits : bits;
}

class PooledTally {
public:
  PooledTally(const GridRows &rows, const GeometricGrid &radii) : counts_(radii), defaults_(counts_.buckets()) {
    for (const std::int64_t cell : rows.implicit_values())
      default_buckets_.push_back(counts_.bucket(magnitude(cell)));
    if (default_buckets_.empty()) default_buckets_.assign(rows.columns(), counts_.bucket(0));
    for (const std::size_t bucket : default_buckets_) ++defaults_[bucket];
  }

  template <class T> void count(const DenseBlock<T> &block, std::span<std::uint64_t> buckets) const {
    counts_.add(block.cells, buckets);
  }
  // Modulo 2^64 on the way, as corrections may come before what they correct.
  template <class T> void count(const SparseBlock<T> &block, std::span<std::uint64_t> buckets) const {
    for (std::size_t i = 0; i < defaults_.size(); ++i) buckets[i] += defaults_[i] * block.rows();
    for (std::size_t i = 0; i < block.places.size(); ++i) {
      --buckets[default_buckets_[block.places[i]]];
      ++buckets[counts_.bucket(magnitude(block.values[i]))];
    }
  }

private:
  PooledCounts counts_;
  std::vector<std::uint64_t> defaults_;      // of a row without entries, how many cells in each bucket
  std::vector<std::size_t> default_buckets_; // and where each of its columns is
};

} // namespace

Result<ExactCounts> PooledHistogram::of(const GridRows &rows, const GeometricGrid &radii,
                                        const RunOptions &run) {
  const PooledTally question(rows, radii);
  auto tally = fold(RawKey(), rows, run, Tally<std::uint64_t>(radii.buckets()),
                    [&](Tally<std::uint64_t> &sum, const auto &block) { question.count(block, sum.values); });
  if (!tally) return tally.error();
  std::vector<std::uint64_t> counts = std::move(tally->values);
  counts.pop_back(); // beyond the last radius
  for (std::size_t i = 1; i < counts.size(); ++i) counts[i] += counts[i - 1];
  return ExactCounts(rows.rows(), rows.columns(), std::move(counts));
}

} // namespace poise::internal
