// Opens a table with the tests' own key.
#include "doors/seen_table.h"

#include "poise/grid/on_grid.h"
#include "poise/protocol/participants.h"
#include "poise/random/seeded_bits.h"
#include "table/opened.h"

#include <bit>
#include <cmath>
#include <nlohmann/json.hpp>

namespace poise::internal::doors {
namespace {

using nlohmann::json;

// Names may be any bytes.
std::string text_of(const json &object) {
  return object.dump(-1, ' ', false, json::error_handler_t::replace);
}

// Both zeros are one number: no estimator tells them apart, and pandas keeps one of them for a category.
json bits_of(const std::vector<double> &cells) {
  json bits = json::array();
  for (const double cell : cells)
    bits.push_back(std::isnan(cell) ? json(nullptr) : json(std::bit_cast<std::uint64_t>(cell + 0.0)));
  return bits;
}

// Without threads, so that rows come one after the other; on a grid that shows whole numbers of 62 bits to
// the last.
json participants_of(const Table &table, std::uint64_t seed) {
  SeededBits bits(seed);
  const RunOptions run{.threads = 1};
  const auto rows = on_grid(table, Grid::of(0, Grid::largest_bound).value(), run).value();
  const auto everyone = Participants::of(*rows, bits, run).value();
  json held = json::array();
  const auto failed =
      everyone.each(run, bits, [&](unsigned, std::size_t, std::span<const std::int64_t> row, Bits &) {
        held.push_back(json(std::vector(row.begin(), row.end())));
      });
  if (failed) return failed->wrong;
  return held;
}

} // namespace

std::string seen_table(const Result<Table> &table, std::uint64_t seed) {
  if (!table)
    return text_of({{"refused",
                     {{"kind", static_cast<int>(table.error().kind)},
                      {"wrong", table.error().wrong},
                      {"remedy", table.error().remedy}}}});
  json seen = {{"columns", table->columns()},
               {"rows", table->rows()},
               {"people", table->people() ? json(*table->people()) : json(nullptr)},
               {"sparse", table->sparse()},
               {"binary", table->binary()},
               {"cells", bits_of(opened_cells(*table))},
               {"whose", opened_people(*table)},
               {"participants", participants_of(*table, seed)}};
  return text_of(seen);
}

} // namespace poise::internal::doors
