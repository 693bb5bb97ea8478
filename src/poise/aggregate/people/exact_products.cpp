// Whole numbers in doubles, multiplied as matrices: nothing is rounded, so any order will do.
#include "poise/aggregate/people/exact_products.h"

#include "poise/aggregate/people/fold_people.h"

#include <Eigen/Core>
#include <cmath>
#include <stdexcept>
#include <string>

namespace poise::internal {
namespace {

// Of a row in steps: below 2^18.
constexpr int bits_of_a_row = 18;
constexpr std::size_t rows_in_a_double = std::size_t{1} << 16;
constexpr std::size_t rows_at_once = 256; // of a product of matrices

class ProductTally {
public:
  ProductTally(std::size_t width, const Shell &shell)
      : width_(width), shell_(shell), clipped_(rows_at_once * width),
        sums_(Eigen::MatrixXd::Zero(index(width), index(width))), totals_(width * width) {}

  void add(const MappedBlock &block) {
    for (std::size_t first = 0; first < block.rows;) {
      const std::size_t some = std::min(block.rows - first, rows_at_once - filled_);
      clip_into(shell_, block.mapped + first * width_, block.norms + first, some, width_,
                clipped_.data() + filled_ * width_);
      filled_ += some;
      first += some;
      if (filled_ == rows_at_once) multiply();
    }
  }

  ProductTally &operator+=(ProductTally &other) {
    other.finish();
    for (std::size_t i = 0; i < totals_.size(); ++i) totals_[i] += other.totals_[i];
    return *this;
  }

  const std::vector<std::int64_t> &totals() const { return totals_; }

private:
  static Eigen::Index index(std::size_t i) { return static_cast<Eigen::Index>(i); }

  void multiply() {
    using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const Eigen::Map<const Rows> rows(clipped_.data(), index(filled_), index(width_));
    sums_.selfadjointView<Eigen::Lower>().rankUpdate(rows.transpose());
    summed_ += filled_;
    filled_ = 0;
    if (summed_ + rows_at_once > rows_in_a_double) carry();
  }

  void carry() {
    for (std::size_t i = 0; i < width_; ++i)
      for (std::size_t j = 0; j <= i; ++j)
        totals_[i * width_ + j] += static_cast<std::int64_t>(sums_(index(i), index(j)));
    sums_.setZero();
    summed_ = 0;
  }

  void finish() {
    if (filled_ > 0) multiply();
    if (summed_ > 0) carry();
  }

  std::size_t width_;
  Shell shell_;
  std::vector<double> clipped_;
  std::size_t filled_ = 0; // rows that wait to be multiplied
  Eigen::MatrixXd sums_;
  std::size_t summed_ = 0; // rows in the sums
  std::vector<std::int64_t> totals_;
};

} // namespace

Result<ExactProducts> ExactProducts::of(const PeopleRows &rows, const RowMap &map, double radius,
                                        const RunOptions &run) {
  const std::size_t columns = rows.columns();
  if (columns > most_columns || rows.rows() > most_rows || !(radius > 0))
    throw std::logic_error("poise: too many rows or columns for their products");
  const PaddedMap padded_map(map);
  const double scale = std::ldexp(1.0, bits_of_a_row - 1 - std::ilogb(radius));
  const auto longest = static_cast<std::int64_t>(std::ceil(radius * scale));
  auto tally = fold_people(RawKey(), rows, padded_map, run,
                           ProductTally(padded_map.width(), Shell{0, radius, scale, longest}),
                           [](ProductTally &sum, const MappedBlock &block) { sum.add(block); });
  if (!tally) return tally.error();
  std::vector<std::int64_t> values(columns * columns);
  for (std::size_t i = 0; i < columns; ++i)
    for (std::size_t j = 0; j <= i; ++j)
      values[i * columns + j] = values[j * columns + i] = tally->totals()[i * padded_map.width() + j];
  return ExactProducts(rows.rows(), columns, 1 / scale, longest, std::move(values));
}

Integer ExactProducts::squared_sensitivity() const {
  const Integer longest = to_integer(Int128{longest_});
  return 2 * longest * longest * longest * longest;
}

} // namespace poise::internal
