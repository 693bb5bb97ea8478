// One multiplication a cell; rational arithmetic in the rare case of doubt.
#include "poise/aggregate/transform/scaled_rows.h"

#include "poise/aggregate/transform/mapped_rows.h"
#include "poise/grid/grid.h"

#include <algorithm>
#include <stdexcept>

namespace poise::internal {
namespace {

Integer nearest_magnitude(const Rational &value) { return floor(abs(value) + Rational(1, 2)); }

// Multiplies by one factor and rounds.
class Factor {
public:
  explicit Factor(const Rational &factor) : exact_(factor), negative_(factor < 0) {
    if (factor == 0) return;
    const Rational magnitude = abs(factor);
    // 2^(length-1) < |factor| < 2^(length+1); s makes m = floor(|factor| * 2^s) a number of 64 bits.
    const long length = static_cast<long>(mpz_sizeinbase(magnitude.get_num_mpz_t(), 2)) -
                        static_cast<long>(mpz_sizeinbase(magnitude.get_den_mpz_t(), 2));
    shift_ = 64 - length;
    if (times_power_of_two(magnitude, shift_) >= power_of_two(64)) --shift_;
    const Integer leading = floor(times_power_of_two(magnitude, shift_));
    leading_ = static_cast<std::uint64_t>(to_uint128(leading));
  }

  bool negative() const { return negative_; }

  std::int64_t operator()(std::int64_t x) const {
    // |x| <= 2^62, so a factor below 2^-63 leaves less than a half; one of 2^62 or more only meets zeros.
    if (x == 0 || leading_ == 0 || shift_ > 126) return 0;
    const auto bits = static_cast<std::uint64_t>(x);
    const std::uint64_t magnitude = x < 0 ? 0 - bits : bits;
    const UInt128 low = UInt128{magnitude} * leading_ + (UInt128{1} << (shift_ - 1)), high = low + magnitude;
    auto nearest = static_cast<std::int64_t>(low >> shift_);
    if (nearest != static_cast<std::int64_t>(high >> shift_))
      nearest = nearest_magnitude(exact_ * Rational(to_integer(Int128{x}))).get_si();
    return (x < 0) != negative_ ? -nearest : nearest;
  }

private:
  Rational exact_;
  bool negative_;
  std::uint64_t leading_ = 0;
  long shift_ = 0;
};

} // namespace

// Named, as it is one of the few that may make GridRows.
class Scale {
public:
  explicit Scale(const std::vector<Rational> &factors) : factors_(factors.begin(), factors.end()) {}

  bool non_negative(bool before) const {
    return before && std::ranges::none_of(factors_, [](const Factor &factor) { return factor.negative(); });
  }
  std::int64_t cell(std::size_t column, std::int64_t x) const { return factors_[column](x); }

  template <class From, class To> void row(const From *from, To *to, std::size_t columns) const {
    for (std::size_t j = 0; j < columns; ++j) to[j] = static_cast<To>(factors_[j](from[j]));
  }

private:
  std::vector<Factor> factors_;
};

Result<std::shared_ptr<const GridRows>> scaled_rows(std::shared_ptr<const GridRows> rows,
                                                    const std::vector<Rational> &factors) {
  if (factors.size() != rows->columns()) throw std::logic_error("poise: a scale needs one factor a column");
  Rational largest = 0;
  for (const Rational &factor : factors) largest = std::max(largest, Rational(abs(factor)));
  const Integer bound = nearest_magnitude(largest * Rational(to_integer(Int128{rows->bound()})));
  if (bound > to_integer(Int128{Grid::largest_bound}))
    return bad_parameter("rows scaled by these factors would outgrow 62 bits",
                         "choose smaller factors, or a coarser grid");
  return std::shared_ptr<const GridRows>(
      std::make_shared<MappedRows<Scale>>(std::move(rows), bound.get_si(), Scale(factors)));
}

} // namespace poise::internal
