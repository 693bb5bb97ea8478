// Fair cells are bits of a word; between rare ones whole gaps are skipped.
#include "experiments/baskets/coin_columns.h"

#include <algorithm>
#include <cmath>

namespace poise::internal::experiments {
namespace {

// How many zeros come before the next rare one.
std::uint64_t gap(Bits &bits) {
  static const double rate = std::log1p(-rare_share);
  return static_cast<std::uint64_t>(std::log(in_unit(bits)) / rate);
}

} // namespace

Baskets draw_coins(std::size_t rows, std::size_t columns, std::size_t fair, Bits &bits) {
  Baskets baskets{.columns = columns};
  const std::size_t rare = columns - fair;
  std::uint64_t next = gap(bits); // the place of the next rare one, from the first rare cell of this row on
  for (std::size_t row = 0; row < rows; ++row) {
    std::uint64_t word = 0;
    for (std::size_t j = 0; j < fair; ++j, word >>= 1) {
      if (j % 64 == 0) word = bits.word();
      if ((word & 1) != 0) baskets.places.push_back(static_cast<std::uint32_t>(j));
    }
    for (; next < rare; next += 1 + gap(bits))
      baskets.places.push_back(static_cast<std::uint32_t>(fair + next));
    next -= rare; // gaps run on into the next row
    baskets.end_row();
  }
  return baskets;
}

Sample coin_sample(std::size_t rows, std::size_t columns, std::size_t fair, Bits &bits) {
  Sample sample = sample_of(draw_coins(rows, columns, fair, bits));
  sample.truth.assign(columns, rare_share);
  std::fill_n(sample.truth.begin(), fair, 0.5);
  return sample;
}

} // namespace poise::internal::experiments
