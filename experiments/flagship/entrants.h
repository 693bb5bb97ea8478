// Who is compared in the flagship's table: the methods as one who names no bound would run them.
#pragma once

#include "experiments/flagship/cell.h"
#include "poise/estimate/estimate.h"

#include <span>
#include <string_view>

namespace poise::internal::experiments {

struct Entrant {
  std::string_view method;
  std::size_t most_columns; // beyond, a run takes so long that it is left out
};

// The flagship first.
std::span<const Entrant> entrants();

// With default options. That columns have units of their own is told whom it means something to.
Result<Estimate> run_entrant(const Entrant &entrant, const Table &table, const Cell &cell, const Rho &rho,
                             Bits &bits);

} // namespace poise::internal::experiments
