// The medians of all columns by twenty halvings of an interval, in bytes per second; the target is six plain
// passes.
#include "frame/contender.h"
#include "plain_pass/plain_pass.h"
#include "poise/aggregate/counts_at_or_below.h"
#include "poise/aggregate/keep_inside.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace poise::bench {
namespace {

using Cells = std::span<const std::int32_t>;

constexpr unsigned steps = 20;
constexpr std::int32_t domain = std::int32_t{1} << steps; // cells and thresholds are 0, ..., domain - 1
constexpr std::size_t counted_at_once = 3;                // a threshold, and both that may follow it

// Each column's answer lies in (low, high], and `below` cells lie at or below low.
class Search {
public:
  Search(Cells cells, std::size_t columns)
      : cells_(cells), columns_(columns), rows_(cells.size() / columns), wanted_((rows_ + 1) / 2),
        lows_(columns, -1), highs_(columns, domain - 1), below_(columns), inside_(columns, rows_) {}

  std::vector<std::int32_t> run() {
    unsigned step = 0;
    while (step < steps && inside_total() > most_inside()) step += two_steps_over_the_table();
    if (step < steps) make_lists();
    for (; step < steps; ++step) step_over_the_lists();
    return highs_;
  }

private:
  std::uint64_t inside_total() const {
    std::uint64_t total = 0;
    for (const std::uint64_t inside : inside_) total += inside;
    return total;
  }
  std::uint64_t most_inside() const { return cells_.size() / 2; }

  static std::int32_t middle(std::int32_t low, std::int32_t high) { return low + (high - low) / 2; }

  void halve(std::size_t j, std::uint64_t inside_lower_half) {
    const std::int32_t threshold = middle(lows_[j], highs_[j]);
    if (below_[j] + inside_lower_half >= wanted_) {
      highs_[j] = threshold;
      inside_[j] = inside_lower_half;
    } else {
      lows_[j] = threshold;
      below_[j] += inside_lower_half;
      inside_[j] -= inside_lower_half;
    }
  }

  unsigned two_steps_over_the_table() {
    std::vector<std::int32_t> thresholds(counted_at_once * columns_);
    for (std::size_t j = 0; j < columns_; ++j) {
      const std::int32_t at = middle(lows_[j], highs_[j]);
      thresholds[j] = middle(lows_[j], at);
      thresholds[columns_ + j] = at;
      thresholds[2 * columns_ + j] = middle(at, highs_[j]);
    }
    std::vector<std::uint64_t> counts(thresholds.size());
    add_counts_at_or_below(cells_, columns_, std::span<const std::int32_t>(thresholds), counts);
    for (std::size_t j = 0; j < columns_; ++j) {
      halve(j, counts[columns_ + j] - below_[j]);
      const bool lower = highs_[j] == thresholds[columns_ + j];
      halve(j, counts[lower ? j : 2 * columns_ + j] - below_[j]);
    }
    return 2;
  }

  void make_lists() {
    memory_ = std::make_unique_for_overwrite<std::int32_t[]>(inside_total());
    std::int32_t *at = memory_.get();
    for (std::size_t j = 0; j < columns_; ++j) {
      lists_.emplace_back(at, inside_[j]);
      at += inside_[j];
    }
    below_lists_ = below_;
    auto rooms = lists_;
    append_inside(cells_, columns_, std::span<const std::int32_t>(lows_),
                  std::span<const std::int32_t>(highs_), std::span(rooms));
  }

  // Where few cells left the interval since the list was last compacted, counting alone is cheaper.
  void step_over_the_lists() {
    for (std::size_t j = 0; j < columns_; ++j) {
      const std::int32_t threshold = middle(lows_[j], highs_[j]);
      if (4 * inside_[j] > 3 * lists_[j].size()) {
        halve(j, count_at_or_below(lists_[j], threshold) - (below_[j] - below_lists_[j]));
        continue;
      }
      const Kept kept = keep_inside_and_count(lists_[j], lows_[j], highs_[j], threshold);
      lists_[j] = lists_[j].first(kept.length);
      below_lists_[j] = below_[j];
      halve(j, kept.at_or_below);
    }
  }

  Cells cells_;
  std::size_t columns_;
  std::uint64_t rows_;
  std::uint64_t wanted_;
  std::vector<std::int32_t> lows_;
  std::vector<std::int32_t> highs_;
  std::vector<std::uint64_t> below_;
  std::vector<std::uint64_t> inside_;
  std::unique_ptr<std::int32_t[]> memory_;
  std::vector<std::span<std::int32_t>> lists_;
  std::vector<std::uint64_t> below_lists_; // how many cells lie below all of the list's interval
};

enum class Shape { uniform, bell };

// A bell is a sum of twelve uniform numbers; its spread is a 16th of the domain, its middle the column's own.
void fill_table(std::span<std::int32_t> block, std::size_t columns, Shape shape) {
  fill(block, domain / 2);
  for (std::size_t i = 0; i < block.size(); ++i) {
    if (shape == Shape::uniform) {
      block[i] = std::min(block[i] + domain / 2, domain - 1);
      continue;
    }
    auto state = static_cast<std::uint64_t>(block[i]) * 0x9e3779b97f4a7c15U + i;
    std::int64_t sum = 0;
    for (int k = 0; k < 12; ++k) {
      state = state * 6364136223846793005U + 1442695040888963407U;
      sum += static_cast<std::int64_t>(state >> 48) - (1 << 15);
    }
    const auto centre = static_cast<std::int64_t>(domain * (2 + (i % columns) % 5) / 8 + 12'345);
    const std::int64_t cell = centre + sum * (domain / 16) / (1 << 16);
    block[i] = static_cast<std::int32_t>(std::clamp<std::int64_t>(cell, 0, domain - 1));
  }
}

std::string wrong(std::size_t columns, Shape shape) {
  fill_table(big_block(), columns, shape);
  const Cells cells = big_block();
  const std::vector<std::int32_t> found = Search(cells, columns).run();
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
                         [columns] {
                           const auto found = Search(big_block(), columns).run();
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
} // namespace poise::bench
