// Tables of people to try single steps of the method poise on.
#pragma once

#include "aggregate/people_tables.h"
#include "poise/estimate/poise/known_columns.h"
#include "poise/estimate/poise/poise_run.h"
#include "poise/random/seeded_bits.h"

#include <functional>
#include <vector>

namespace poise::internal {

inline double uniform(Bits &dice) { return static_cast<double>(dice.word() >> 11) * 0x1p-53; }
inline double bell(Bits &dice) {
  double sum = -6;
  for (int k = 0; k < 12; ++k) sum += uniform(dice);
  return sum;
}

using Draw = std::function<double(Bits &)>;

// As many columns as there are draws.
inline PeopleRows people_drawn(std::size_t rows, const std::vector<Draw> &columns, std::uint64_t seed) {
  SeededBits dice(seed);
  std::vector<double> cells;
  for (std::size_t i = 0; i < rows; ++i)
    for (const Draw &draw : columns) cells.push_back(draw(dice));
  return people_of(columns.size(), cells);
}

inline PoiseRun run_on(const PeopleRows &rows, const char *rho, Bits &bits) {
  return PoiseRun::start(rows, Grant<Rho>::open(Rho::parse(rho).value()), bits, {}).value();
}

inline KnownColumns full_columns(std::size_t columns, bool own_units) {
  return {.present = std::vector<double>(columns, 1.0),
          .present_std = std::vector<double>(columns, 0.0),
          .limits = {},
          .own_units = own_units};
}

} // namespace poise::internal
