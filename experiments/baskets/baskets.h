// Baskets: rows that are one at a few places and zero elsewhere, such as what somebody bought.
#pragma once

#include "experiments/frame/sample.h"

namespace poise::internal::experiments {

// Row r has the items places[starts[r]] … places[starts[r + 1] - 1], rising; each is below `columns`.
struct Baskets {
  std::vector<std::uint64_t> starts = {0};
  std::vector<std::uint32_t> places = {};
  std::size_t columns = 0;

  std::size_t rows() const { return starts.size() - 1; }

  // Closes a row that begins where the last one ended: its items are put in order. Each is there once.
  void end_row();
};

// The share of the rows that each item is in.
std::vector<double> shares_of(const Baskets &baskets);

// As the data of a trial: a sparse table that is zeros and ones by its format. Compared with its own mean.
Sample sample_of(Baskets baskets);

// Uniform in (0, 1), to 53 bits: good enough for data.
double in_unit(Bits &bits);

} // namespace poise::internal::experiments
