// Rows are clipped a few at a time, and their products summed a few columns at a time, in registers.
#include "poise/aggregate/exact/second_moments.h"

#include "poise/aggregate/exact/fold.h"
#include "poise/aggregate/transform/dense_rows_of.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace poise::internal {
namespace {

// Rows clipped into a ball, with what that takes.
class ClippedRows {
public:
  // A norm of 64 bits exceeds no limit of more.
  explicit ClippedRows(const Ball &ball)
      : ball_(ball), limit_(fits_uint64(ball.limit()) ? static_cast<std::uint64_t>(to_uint128(ball.limit()))
                                                      : ~std::uint64_t{0}) {}

  // Whole rows of `columns` cells.
  template <class T> void take(std::span<const T> cells, std::size_t columns) {
    cells_.assign(cells.begin(), cells.end());
    const std::size_t rows = cells.size() / columns;
    if constexpr (sizeof(T) == 4) {
      beyond_.resize(rows);
      if (const auto found = find_rows_beyond(Norm::l2, cells, columns, limit_, beyond_)) {
        for (const auto [row, norm] : std::span(beyond_).first(*found))
          shrink_row(cells.subspan(row * columns, columns), row, ShortShrink(Norm::l2, limit_, norm));
        return;
      }
    }
    norms_.resize(rows);
    row_norms(Norm::l2, cells, columns, norms_);
    for (std::size_t row = 0; row < rows; ++row)
      if (!ball_.contains(norms_[row]))
        shrink_row(cells.subspan(row * columns, columns), row, Shrink(ball_, norms_[row]));
  }

  const std::vector<std::int64_t> &cells() const { return cells_; }

private:
  template <class T, class Shrinker>
  void shrink_row(std::span<const T> row, std::size_t index, const Shrinker &shrink) {
    std::int64_t *to = cells_.data() + index * row.size();
    for (std::size_t j = 0; j < row.size(); ++j) to[j] = shrink.cell(row[j]);
  }

  Ball ball_;
  std::uint64_t limit_;
  std::vector<std::int64_t> cells_;
  std::vector<RowNorm> beyond_;
  std::vector<UInt192> norms_;
};

// totals[v] += the sums over rows of a's cell times b's cell v, summed in a type that they fit.
template <class Sum, std::size_t width>
void add_products(const std::int64_t *a, const std::int64_t *b, std::size_t rows, std::size_t columns,
                  Int128 *totals) {
  Sum sums[width] = {};
  for (std::size_t row = 0; row < rows; ++row, a += columns, b += columns)
    for (std::size_t v = 0; v < width; ++v) sums[v] += Sum{*a} * b[v];
  for (std::size_t v = 0; v < width; ++v) totals[v] += sums[v];
}

// What a worker has seen: the triangle, and room to work.
class Moments {
public:
  Moments(const GridRows &rows, const Ball &ball)
      : columns_(rows.columns()), implicit_values_(rows.implicit_values()),
        triangle_(rows.columns() * (rows.columns() + 1) / 2), clipped_(ball) {}

  template <template <class> class Block, class T> void add(const Block<T> &block) {
    // Few enough rows for a cache, many enough to be worth a walk through the triangle.
    const std::size_t step = std::max<std::size_t>(64, (std::size_t{1} << 13) / columns_);
    for (std::size_t first = 0; first < block.rows(); first += step) {
      const std::size_t last = std::min(block.rows(), first + step);
      clipped_.take(dense_rows_of(block, implicit_values_, first, last, std::get<std::vector<T>>(dense_)),
                    columns_);
      add_clipped();
    }
  }

  Moments &operator+=(const Moments &other) {
    triangle_ += other.triangle_;
    return *this;
  }

  std::vector<Int128> take() { return std::move(triangle_.values); }

private:
  // In 64 bits, for as many rows at a time as are sure to fit; in 128 where those are hardly any.
  void add_clipped() {
    const std::vector<std::int64_t> &cells = clipped_.cells();
    std::int64_t largest = 1;
    for (const std::int64_t cell : cells) largest = std::max(largest, cell < 0 ? -cell : cell);
    const UInt128 square = UInt128(largest) * UInt128(largest);
    const std::size_t rows = cells.size() / columns_;
    const UInt128 fit = (UInt128{1} << 62) / square;
    if (fit < 8) return add_rows<Int128>(cells.data(), rows);
    const std::size_t step = fit < rows ? static_cast<std::size_t>(fit) : rows;
    for (std::size_t first = 0; first < rows; first += step)
      add_rows<std::int64_t>(cells.data() + first * columns_, std::min(step, rows - first));
  }

  template <class Sum> void add_rows(const std::int64_t *cells, std::size_t rows) {
    Int128 *totals = triangle_.values.data();
    for (std::size_t i = 0; i < columns_; ++i) {
      std::size_t j = i;
      for (; j + 4 <= columns_; j += 4, totals += 4)
        add_products<Sum, 4>(cells + i, cells + j, rows, columns_, totals);
      for (; j < columns_; ++j, ++totals) add_products<Sum, 1>(cells + i, cells + j, rows, columns_, totals);
    }
  }

  std::size_t columns_;
  std::span<const std::int64_t> implicit_values_;
  Tally<Int128> triangle_;
  ClippedRows clipped_;
  std::tuple<std::vector<std::int32_t>, std::vector<std::int64_t>> dense_;
};

Integer root_up(const Integer &number) {
  const Integer root = isqrt(number);
  return root * root == number ? root : Integer(root + 1);
}

} // namespace

Result<ExactSum> SecondMoments::of(const GridRows &rows, const Ball &ball, const RunOptions &run) {
  if (ball.norm() != Norm::l2) throw std::logic_error("poise: second moments need an l2 ball");
  if (rows.columns() > most_columns)
    return bad_parameter("second moments take at most " + std::to_string(most_columns) + " columns, got " +
                             std::to_string(rows.columns()),
                         "choose fewer columns");
  const Integer &limit = ball.limit(), bound = to_integer(Int128{rows.bound()});
  const Integer largest = std::min(limit, Integer(bound * bound));
  if (largest * to_integer(std::uint64_t{rows.rows()}) > power_of_two(124))
    return bad_parameter("second moments of so many rows in this ball would outgrow 124 bits",
                         "choose a smaller radius, or a coarser grid");
  auto moments =
      fold(RawKey(), rows, run, Moments(rows, ball), [](Moments &sum, const auto &block) { sum.add(block); });
  if (!moments) return moments.error();
  const Integer columns = to_integer(std::uint64_t{rows.columns()}), squared = limit * limit;
  return ExactSum(rows.rows(), 2 * squared, root_up(columns * (columns + 1) * squared), moments->take());
}

} // namespace poise::internal
