// The inverse of a permutation, checked.
#include "poise/aggregate/kernel/row_seats.h"

#include <stdexcept>

namespace poise {

std::vector<std::uint64_t> row_seats(const GridRows &rows, std::span<const std::uint64_t> order,
                                     PairOrder kind, std::size_t used) {
  if (kind == PairOrder::open && !rows.in_public_order())
    throw std::logic_error("poise: people have no public order; pair them by a fresh secret one");
  const std::size_t count = rows.rows();
  if (order.size() != count) throw std::logic_error("poise: pairs need an order of all rows");
  std::vector<std::uint64_t> seats(count, no_seat);
  for (std::size_t seat = 0; seat < count; ++seat) {
    if (order[seat] >= count || seats[order[seat]] != no_seat)
      throw std::logic_error("poise: the order of pairs is not a permutation of the rows");
    seats[order[seat]] = seat;
  }
  for (std::size_t seat = used; seat < count; ++seat) seats[order[seat]] = no_seat;
  return seats;
}

} // namespace poise
