// Dense blocks by the kernel; sparse rows by their entries, in full only where they are cut.
#include "poise/aggregate/exact/clipped_sums.h"

#include "poise/aggregate/exact/fold.h"
#include "poise/aggregate/kernel/clip_rows.h"
#include "poise/aggregate/kernel/sparse_norms.h"

namespace poise::internal {
namespace {

class ClippedTally {
public:
  ClippedTally(const GridRows &rows, const Ball &ball)
      : ball_(ball), norms_(ball.norm(), rows.implicit_values()), implicit_values_(rows.implicit_values()) {}

  template <class T> void add(const DenseBlock<T> &block, std::span<Int128> sums) const {
    add_clipped_rows(ball_, block.cells, block.columns, sums);
  }

  template <class T> void add(const SparseBlock<T> &block, std::span<Int128> sums) const {
    std::size_t untouched = 0;
    for (std::size_t row = 0; row < block.rows(); ++row) {
      const UInt192 norm = norms_.of_row(block, row);
      if (ball_.contains(norm)) {
        ++untouched;
        add_entries(block, row, sums, [](std::int64_t cell) { return cell; });
      } else {
        const Shrink shrink(ball_, norm);
        // What is elsewhere shrinks with the row, so every column has a part in it.
        for (std::size_t column = 0; column < implicit_values_.size(); ++column)
          sums[column] += shrink.cell(implicit_values_[column]);
        add_entries(block, row, sums, [&](std::int64_t cell) { return shrink.cell(cell); });
      }
    }
    for (std::size_t column = 0; column < implicit_values_.size(); ++column)
      sums[column] += static_cast<Int128>(untouched) * implicit_values_[column];
  }

private:
  // Entries in place of what is elsewhere.
  template <class T, class Clip>
  void add_entries(const SparseBlock<T> &block, std::size_t row, std::span<Int128> sums,
                   const Clip &clip) const {
    for (std::size_t i = block.begin(row); i < block.end(row); ++i) {
      const std::size_t column = block.places[i];
      sums[column] +=
          Int128{clip(block.values[i])} - (implicit_values_.empty() ? 0 : clip(implicit_values_[column]));
    }
  }

  Ball ball_;
  SparseNorms norms_;
  std::span<const std::int64_t> implicit_values_;
};

} // namespace

Result<ExactSum> ClippedSums::of(const GridRows &rows, const Ball &ball, const RunOptions &run) {
  const ClippedTally question(rows, ball);
  auto totals = fold(RawKey(), rows, run, Tally<Int128>(rows.columns()),
                     [&](Tally<Int128> &sum, const auto &block) { question.add(block, sum.values); });
  if (!totals) return totals.error();
  const Integer &limit = ball.limit(), columns = to_integer(std::uint64_t{rows.columns()});
  const int rows_apart = rows.non_negative() ? 2 : 4; // squared, in squared radii
  if (ball.norm() == Norm::l1)
    return ExactSum(rows.rows(), rows_apart * limit * limit, 2 * limit, std::move(totals->values));
  const Integer squared = rows_apart * limit;
  const Integer root = isqrt(squared * columns);
  return ExactSum(rows.rows(), squared, root * root == squared * columns ? root : Integer(root + 1),
                  std::move(totals->values));
}

} // namespace poise::internal
