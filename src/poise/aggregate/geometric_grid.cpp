// Radii by interval arithmetic, and by integer roots where that cannot decide.
#include "poise/aggregate/geometric_grid.h"

#include "poise/base/interval.h"

#include <stdexcept>

namespace poise::internal {
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

GeometricGrid GeometricGrid::octaves(const Integer &first, const Integer &limit, unsigned parts) {
  if (first < 1 || first > power_of_two(64) || limit < 1 || limit > power_of_two(64) || parts < 1 ||
      parts > 16)
    throw std::logic_error("poise: octaves go from 1 up to 2^64, in 1 to 16 parts");
  Integer power; // the parts-th power of a radius, before it is rounded
  mpz_pow_ui(power.get_mpz_t(), first.get_mpz_t(), parts);
  std::vector<Integer> radii = {0};
  while (radii.back() < limit) {
    const Integer radius = root_of_power(power, 1, parts);
    if (radius > radii.back()) radii.push_back(radius);
    power *= 2;
  }
  return GeometricGrid(std::move(radii));
}

} // namespace poise::internal
