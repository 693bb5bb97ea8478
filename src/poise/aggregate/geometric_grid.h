// A public grid of radii that grow by a constant factor: where norms and magnitudes are counted.
#pragma once

#include "poise/base/exact.h"

#include <span>
#include <vector>

namespace poise::internal {

// PROMISE  Strictly increasing integers from 0 to `limit`, at most `most` of them; each positive integer up
//          to the limit lies at or below a radius that exceeds it by at most one growth factor, plus one.
// WHY      Radius k is ceil(limit^(k / (most - 1))), k = 1, 2, ..., exactly; equal ones are kept
//          once. Where there is room for every integer, every integer. From public numbers alone.
// CHECKED  tests/aggregate/geometric_grid_test.cpp
class GeometricGrid {
public:
  // 3 <= most <= 1024 and limit >= 1.
  static GeometricGrid up_to(const Integer &limit, unsigned most);

  // 0, and first * 2^(k / parts) rounded up for k = 0, 1, ...: the last of them the first that is not below
  // the limit; 1 <= first <= 2^64, 1 <= limit <= 2^64, 1 <= parts <= 16. Equal ones are kept once.
  static GeometricGrid octaves(const Integer &first, const Integer &limit, unsigned parts);

  std::span<const Integer> radii() const { return radii_; }
  // Bucket i < radii().size() holds what is above radius i - 1 and at most radius i; the last what is beyond.
  std::size_t buckets() const { return radii_.size() + 1; }

private:
  explicit GeometricGrid(std::vector<Integer> radii) : radii_(std::move(radii)) {}

  std::vector<Integer> radii_;
};

} // namespace poise::internal
