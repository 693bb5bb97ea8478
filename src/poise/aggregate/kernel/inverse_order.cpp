// The inverse of a permutation, checked.
#include "poise/aggregate/kernel/inverse_order.h"

#include <stdexcept>

namespace poise::internal {

std::vector<std::uint64_t> inverse_order(const GridRows &rows, std::span<const std::uint64_t> order,
                                         PairOrder kind, std::size_t used) {
  if (kind == PairOrder::open && !rows.in_public_order())
    throw std::logic_error("poise: people have no public order; pair them by a fresh secret one");
  const std::size_t count = rows.rows();
  if (order.size() != count) throw std::logic_error("poise: pairs need an order of all rows");
  std::vector<std::uint64_t> inverse(count, not_placed);
  for (std::size_t place = 0; place < count; ++place) {
    if (order[place] >= count || inverse[order[place]] != not_placed)
      throw std::logic_error("poise: the order of pairs is not a permutation of the rows");
    inverse[order[place]] = place;
  }
  for (std::size_t place = used; place < count; ++place) inverse[order[place]] = not_placed;
  return inverse;
}

} // namespace poise::internal
