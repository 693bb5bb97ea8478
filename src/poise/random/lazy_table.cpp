// Building the table with certainty, and leaving it when it cannot decide.
#include "poise/random/lazy_table.h"

#include "poise/random/lazy_uniform.h"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

namespace poise::internal {

LazyTable::LazyTable(MassesAt masses_at, std::size_t max_entries, unsigned resolution)
    : masses_at_(std::move(masses_at)), coarse_shift_(64 - resolution) {
  if (resolution < 1 || resolution > 64 || max_entries == 0)
    throw std::logic_error("poise: a lazy table needs 1 to 64 bits of resolution and room for an entry");
  for (unsigned precision = 192; !tabulate(precision, max_entries); precision *= 2) {
  }
  for (std::uint64_t &entry : floors_) entry >>= coarse_shift_;
  last_ = floors_.back();
  make_guide();
}

// False when the precision was too low to be certain of an entry.
bool LazyTable::tabulate(unsigned precision, std::size_t max_entries) {
  floors_.clear();
  const std::unique_ptr<Masses> masses = masses_at_(precision);
  Interval cumulative(0, precision);
  while (floors_.size() < max_entries) {
    cumulative += masses->next();
    const Interval scaled = scale(cumulative, 64);
    const Integer entry = scaled.floor_of_low();
    floors_.push_back(entry.get_ui());
    // A distribution function stays below one, whatever the upper end says: no entry is larger.
    if (floors_.back() == ~std::uint64_t{0}) break;
    if (entry + 1 < scaled.ceil_of_high()) return false;
  }
  return true;
}

void LazyTable::make_guide() {
  const unsigned guide_bits = std::clamp(static_cast<unsigned>(std::bit_width(floors_.size())) + 2, 10U, 16U);
  guide_shift_ = 64 - guide_bits;
  guide_.resize(std::size_t{1} << guide_bits);
  std::size_t outcome = 0;
  for (std::size_t cell = 0; cell < guide_.size(); ++cell) {
    const std::uint64_t smallest_key = static_cast<std::uint64_t>(cell) << guide_shift_ >> coarse_shift_;
    while (outcome + 1 < floors_.size() && floors_[outcome] <= smallest_key) ++outcome;
    guide_[cell] = static_cast<std::uint32_t>(outcome);
  }
}

std::uint64_t LazyTable::slowly(std::uint64_t first_word, Bits &bits) const {
  using Order = LazyUniform::Order;
  for (LazyUniform u(first_word);; u.refine(bits)) {
    const unsigned precision = u.working_precision();
    const std::unique_ptr<Masses> masses = masses_at_(precision);
    Interval cumulative(0, precision);
    Order order = Order::above;
    for (std::uint64_t outcome = 0; order == Order::above; ++outcome) {
      cumulative += masses->next();
      order = u.compare(cumulative);
      if (order == Order::below) return outcome;
    }
  }
}

} // namespace poise::internal
