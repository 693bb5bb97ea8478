// The medians of all columns by twenty halvings of an interval, in bytes per second; the target is six plain
// passes.
#include "aggregate/opened_counts.h"
#include "frame/contender.h"
#include "plain_pass/plain_pass.h"
#include "poise/aggregate/exact/column_search.h"
#include "poise/grid/kept_grid_rows.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace poise::internal::bench {
namespace {

constexpr unsigned steps = 20;
constexpr std::int32_t bound = (std::int32_t{1} << (steps - 1)) - 1; // 2^20 - 1 numbers

enum class Shape { uniform, bell };

// A bell is a sum of twelve uniform numbers; its spread is a 16th of the domain, its middle the column's own.
// So the first steps of a search leave everything inside.
void fill_table(std::span<std::int32_t> block, std::size_t columns, Shape shape) {
  fill(block, bound);
  if (shape == Shape::uniform) return;
  for (std::size_t i = 0; i < block.size(); ++i) {
    auto state = static_cast<std::uint64_t>(block[i]) * 0x9e3779b97f4a7c15U + i;
    std::int64_t sum = 0;
    for (int k = 0; k < 12; ++k) {
      state = state * 6364136223846793005U + 1442695040888963407U;
      sum += static_cast<std::int64_t>(state >> 48) - (1 << 15);
    }
    const auto centre =
        static_cast<std::int64_t>(bound) * (static_cast<std::int64_t>(i % columns % 5) - 2) / 4;
    const std::int64_t cell = centre + 12'345 + sum * (bound / 8) / (1 << 16);
    block[i] = static_cast<std::int32_t>(std::clamp<std::int64_t>(cell, -bound, bound));
  }
}

// What is being searched; made by the check, before the clock starts.
std::shared_ptr<const GridRows> table;

std::shared_ptr<const GridRows> make_table(std::size_t columns, Shape shape) {
  fill_table(big_block(), columns, shape);
  KeptGridRows<std::int32_t>::Cells cells;
  cells.values.assign(big_block().begin(), big_block().end());
  return std::make_shared<KeptGridRows<std::int32_t>>(cells.values.size() / columns, columns, bound,
                                                      std::move(cells));
}

std::vector<std::int64_t> find_medians() {
  const std::uint64_t wanted = (table->rows() + 1) / 2;
  ColumnSearch search(table, {.threads = 1});
  for (unsigned step = 0; step < steps; ++step) {
    const auto counts = opened(search.count(search.middles()).value());
    std::vector<ColumnSearch::Half> halves;
    for (const std::uint64_t count : counts)
      halves.push_back(count < wanted ? ColumnSearch::Half::upper : ColumnSearch::Half::lower);
    search.keep(halves);
  }
  return {search.highs().begin(), search.highs().end()};
}

std::string wrong(std::size_t columns, Shape shape) {
  table = make_table(columns, shape);
  const std::vector<std::int64_t> found = find_medians();
  const std::span<const std::int32_t> cells = big_block();
  const std::size_t rows = cells.size() / columns;
  std::vector<std::int32_t> column(rows);
  for (std::size_t j = 0; j < columns; j += std::max<std::size_t>(1, columns / 8)) {
    for (std::size_t row = 0; row < rows; ++row) column[row] = cells[row * columns + j];
    const auto median = column.begin() + static_cast<std::ptrdiff_t>((rows + 1) / 2 - 1);
    std::ranges::nth_element(column, median);
    if (found[j] != *median) return "differs from the median";
  }
  return "";
}

int contend(std::size_t columns, Shape shape) {
  return enter([columns, shape] {
    return Contender{.name = std::string("median-search/") + (shape == Shape::uniform ? "uniform" : "bell") +
                             "/d=" + std::to_string(columns),
                     .check = [columns, shape] { return wrong(columns, shape); },
                     .batch =
                         [] {
                           const auto found = find_medians();
                           benchmark::DoNotOptimize(found.data());
                           return std::uint64_t{big_block().size_bytes()};
                         },
                     .beside = plain_pass,
                     .least_share = 1 / 6.0};
  });
}

const int entries[] = {contend(1, Shape::uniform),   contend(16, Shape::uniform),
                       contend(128, Shape::uniform), contend(1024, Shape::uniform),
                       contend(1, Shape::bell),      contend(16, Shape::bell),
                       contend(128, Shape::bell),    contend(1024, Shape::bell)};

} // namespace
} // namespace poise::internal::bench
