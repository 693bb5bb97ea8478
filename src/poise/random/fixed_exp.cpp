// The constants behind the fixed-point exponential, each rounded down for certain.
#include "poise/random/fixed_exp.h"

#include "poise/base/interval.h"

namespace poise::internal {
namespace {

constexpr unsigned precision = 256;

// These constants are irrational (or exact powers of two), so 256 bits decide their floor.
std::uint64_t floor_of(const Interval &value, long exponent) {
  return scale(value, exponent).floor_of_low().get_ui();
}

} // namespace

FixedExpTable::FixedExpTable() {
  const Interval ln_2 = log(Interval(2, precision));
  ln_2_ = floor_of(ln_2, 64);
  log2_e_fraction_ = floor_of(Interval(1, precision) / ln_2 - Interval(1, precision), 64);
  powers_[0] = std::uint64_t{1} << 63;
  for (unsigned j = 1; j < powers_.size(); ++j)
    powers_[j] = floor_of(exp(-ln_2 * Interval(ratio(j, 256), precision)), 63);
}

const FixedExpTable &FixedExpTable::instance() {
  static const FixedExpTable table;
  return table;
}

} // namespace poise::internal
