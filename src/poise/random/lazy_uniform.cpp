// Comparing a lazily drawn uniform with an enclosure.
#include "poise/random/lazy_uniform.h"

namespace poise::internal {

LazyUniform::Order LazyUniform::compare(const Interval &x) const {
  const Integer u = integer_from_words(words_);
  const Interval scaled = scale(x, static_cast<long>(digits()));
  if (u + 1 <= scaled.floor_of_low()) return Order::below;
  if (u >= scaled.ceil_of_high()) return Order::above;
  return Order::unknown;
}

bool LazyUniform::below(const Real &x, Bits &bits) {
  for (;; refine(bits)) {
    const Order order = compare(x(working_precision()));
    if (order != Order::unknown) return order == Order::below;
  }
}

} // namespace poise::internal
