// Radii by integer roots.
#include "poise/aggregate/geometric_grid.h"

#include <stdexcept>

namespace poise {
namespace {

// The least integer whose power is at least `value`.
Integer root_up(const Integer &value, unsigned degree) {
  Integer root;
  const bool exact = mpz_root(root.get_mpz_t(), value.get_mpz_t(), degree) != 0;
  return exact ? root : root + 1;
}

} // namespace

GeometricGrid GeometricGrid::up_to(const Integer &limit, unsigned most) {
  if (limit < 1 || most < 3 || most > 1024)
    throw std::logic_error("poise: a geometric grid needs a limit of at least 1 and 3 to 1024 radii");
  std::vector<Integer> radii = {0};
  Integer power = 1;
  for (unsigned k = 1; k < most; ++k) {
    power *= limit;
    const Integer radius = root_up(power, most - 1);
    if (radius > radii.back()) radii.push_back(radius);
  }
  return GeometricGrid(std::move(radii));
}

} // namespace poise
