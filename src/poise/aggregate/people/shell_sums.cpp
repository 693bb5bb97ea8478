// One pass for all shells: a row is mapped once, and each shell takes its part.
#include "poise/aggregate/people/shell_sums.h"

#include "poise/aggregate/kernel/map_rows.h"
#include "poise/aggregate/people/fold_people.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>

namespace poise::internal {
namespace {

// Steps so small that rounding is nothing beside the noise, and sums of all rows fit 62 bits.
double steps_per_unit(std::size_t rows, double furthest) {
  const int bits = std::min(45, 60 - static_cast<int>(std::bit_width(rows)));
  return std::ldexp(1.0, bits - 1 - std::ilogb(furthest));
}

struct ShellTally {
  std::vector<std::vector<std::int64_t>> sums;

  ShellTally(std::size_t parts, std::size_t width) : sums(parts, std::vector<std::int64_t>(width)) {}
  ShellTally &operator+=(const ShellTally &other) {
    for (std::size_t k = 0; k < sums.size(); ++k)
      for (std::size_t j = 0; j < sums[k].size(); ++j) sums[k][j] += other.sums[k][j];
    return *this;
  }
};

} // namespace

Result<ShellSums> ShellSums::of(const PeopleRows &rows, const RowMap &map, std::span<const double> radii,
                                const RunOptions &run) {
  double before = 0;
  for (const double radius : radii) {
    if (!(radius > before) || !std::isfinite(radius)) throw std::logic_error("poise: radii have to rise");
    before = radius;
  }
  if (radii.empty()) throw std::logic_error("poise: shells need a radius");
  const PaddedMap padded_map(map);
  const double scale = steps_per_unit(rows.rows(), radii.back());
  std::vector<Shell> shells;
  double from = 0;
  for (const double radius : radii) {
    shells.push_back({from, radius, scale, static_cast<std::int64_t>(std::ceil((radius - from) * scale))});
    from = radius;
  }
  auto tally = fold_people(RawKey(), rows, padded_map, run, ShellTally(shells.size(), padded_map.width()),
                           [&](ShellTally &sum, const MappedBlock &block) {
                             for (std::size_t k = 0; k < shells.size(); ++k)
                               add_shell(shells[k], block.mapped, block.norms, block.rows, block.width,
                                         sum.sums[k].data());
                           });
  if (!tally) return tally.error();
  std::vector<std::int64_t> longest;
  for (const Shell &shell : shells) longest.push_back(shell.longest);
  return ShellSums(rows.rows(), rows.columns(), 1 / scale, map.squares, std::move(longest),
                   std::move(tally->sums));
}

ExactSum ShellSums::sum_of(std::size_t first, std::size_t last) const {
  Integer reach = 0;
  std::vector<Int128> values(columns_);
  for (std::size_t k = first; k < last; ++k) {
    reach += to_integer(Int128{longest_[k]});
    for (std::size_t j = 0; j < columns_; ++j) values[j] += sums_[k][j];
  }
  const Integer squared = (non_negative_ ? 2 : 4) * reach * reach;
  return ExactSum(rows_, squared, isqrt(squared * to_integer(std::uint64_t{columns_})) + 1,
                  std::move(values));
}

} // namespace poise::internal
