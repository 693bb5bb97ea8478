// Finding a bucket from the number of bits, then a few edges along.
#include "poise/aggregate/kernel/norm_counts.h"

#include <algorithm>
#include <stdexcept>

namespace poise::internal {

NormCounts::NormCounts(Norm norm, const GeometricGrid &grid) : norm_(norm) {
  for (const Integer &radius : grid.radii())
    edges_.push_back(saturated_uint192(norm == Norm::l2 ? Integer(radius * radius) : radius));
  for (std::size_t bits = 0; bits < first_.size(); ++bits) {
    const auto longer = std::ranges::find_if(
        edges_, [bits](const UInt192 &edge) { return static_cast<std::size_t>(edge.bit_length()) >= bits; });
    first_[bits] = static_cast<std::size_t>(longer - edges_.begin());
  }
}

std::size_t NormCounts::bucket(const UInt192 &norm_of_row) const {
  std::size_t i = first_[static_cast<std::size_t>(norm_of_row.bit_length())];
  while (i < edges_.size() && edges_[i] < norm_of_row) ++i;
  return i;
}

template <class T>
void NormCounts::add_block(std::span<const T> cells, std::size_t columns,
                           std::span<std::uint64_t> counts) const {
  if (columns == 0 || cells.size() % columns != 0 || counts.size() != buckets())
    throw std::logic_error("poise: counting norms needs whole rows and a count for each bucket");
  constexpr std::size_t together = 256;
  std::array<UInt192, together> norms;
  const std::size_t rows = cells.size() / columns;
  for (std::size_t first = 0; first < rows; first += together) {
    const std::size_t count = std::min(together, rows - first);
    row_norms(norm_, cells.subspan(first * columns, count * columns), columns, std::span(norms).first(count));
    for (const UInt192 &each : std::span(norms).first(count)) ++counts[bucket(each)];
  }
}

void NormCounts::add(std::span<const std::int32_t> cells, std::size_t columns,
                     std::span<std::uint64_t> counts) const {
  add_block(cells, columns, counts);
}
void NormCounts::add(std::span<const std::int64_t> cells, std::size_t columns,
                     std::span<std::uint64_t> counts) const {
  add_block(cells, columns, counts);
}

} // namespace poise::internal
