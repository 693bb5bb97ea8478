// As answer/mean.cpp runs them without a bound.
#include "experiments/flagship/entrants.h"

#include "poise/estimate/mean/mean_methods.h"

#include <array>

namespace poise::internal::experiments {
namespace {

constexpr std::size_t any = Table::most_columns;
constexpr std::size_t hours_beyond = 64; // columns that are searched one by one

constexpr std::array<Entrant, 8> all = {{{"poise", any},
                                         {"clipped", any},
                                         {"instance-optimal", any},
                                         {"plan", any},
                                         {"plan-noscale", any},
                                         {"coinpress", any},
                                         {"universal-tuned", hours_beyond},
                                         {"by-column", hours_beyond}}};

} // namespace

std::span<const Entrant> entrants() { return all; }

Result<Estimate> run_entrant(const Entrant &entrant, const Table &table, const Cell &cell, const Rho &rho,
                             Bits &bits) {
  const MeanMethod method = find_mean_method(entrant.method).value();
  MeanOptions options;
  options.own_units = cell.own_units && method.takes.contains(MeanOption::own_units);
  return method.run(table, std::nullopt, Grant<Rho>::open(rho), bits, options, RunOptions{.threads = 1});
}

} // namespace poise::internal::experiments
