// Radii by interval arithmetic, and by integer roots where that cannot decide.
#include "poise/aggregate/geometric_grid.h"

#include "poise/base/interval.h"

#include <stdexcept>

namespace poise {
namespace {

// ceil(base^(exponent / degree)).
Integer root_of_power(const Integer &base, unsigned exponent, unsigned degree) {
  Integer power, root;
  mpz_pow_ui(power.get_mpz_t(), base.get_mpz_t(), exponent);
  const bool exact = mpz_root(root.get_mpz_t(), power.get_mpz_t(), degree) != 0;
  return exact ? root : root + 1;
}

} // namespace

GeometricGrid GeometricGrid::up_to(const Integer &limit, unsigned most) {
  if (limit < 1 || most < 3 || most > 1024)
    throw std::logic_error("poise: a geometric grid needs a limit of at least 1 and 3 to 1024 radii");
  std::vector<Integer> radii = {0};
  if (limit < most) { // room for every integer
    while (radii.back() < limit) radii.push_back(radii.back() + 1);
    return GeometricGrid(std::move(radii));
  }
  // limit^(k / (most - 1)), k = 1, 2, ...: an enclosure so narrow that it rarely holds an integer, as it does
  // where a radius is one.
  constexpr unsigned precision = 256;
  const Interval growth = exp(log(Interval(limit, precision)) / Interval(long{most} - 1, precision));
  Interval power(1L, precision);
  for (unsigned k = 1; k < most; ++k) {
    power *= growth;
    const Integer above = power.ceil_of_high(), below = power.floor_of_low();
    const Integer radius = above == below + 1 ? above : root_of_power(limit, k, most - 1);
    if (radius > radii.back()) radii.push_back(radius);
  }
  return GeometricGrid(std::move(radii));
}

} // namespace poise
