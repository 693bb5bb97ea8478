// Rows are refined by jitter once; then every search has a part of them, and a part of the domain.
#include "poise/mechanism/recursive_quantiles.h"

#include "poise/base/interval.h"
#include "poise/mechanism/share_search.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace poise::internal {
namespace {

constexpr unsigned rate_bits = 32;
constexpr unsigned share_bits = 16;

unsigned levels_for(std::size_t quantiles) { return static_cast<unsigned>(std::bit_width(quantiles)); }

std::size_t middle(std::size_t first, std::size_t last) { return first + (last - first) / 2; }

// Shares with a small denominator stay as they are, others go to the nearest of 2^16.
Rational rounded_share(const Rational &share) {
  if (share.get_den() <= power_of_two(share_bits)) return share;
  return ratio(floor(times_power_of_two(share, share_bits) + ratio(1, 2)), power_of_two(share_bits));
}

void check(std::span<const Rational> quantiles) {
  if (quantiles.empty()) throw std::logic_error("poise: no quantile was asked for");
  for (std::size_t i = 0; i < quantiles.size(); ++i)
    if (quantiles[i] < 0 || quantiles[i] > 1 || (i > 0 && quantiles[i] <= quantiles[i - 1]))
      throw std::logic_error("poise: quantiles must rise strictly, within 0 and 1");
}

// Everything but the rates.
std::vector<RecursiveStep> laid_out(std::span<const Rational> quantiles) {
  check(quantiles);
  std::vector<RecursiveStep> steps(quantiles.size());
  std::vector<std::size_t> on_level(levels_for(quantiles.size()));
  struct Part {
    std::size_t first, last;
    Rational from, to;
    unsigned level;
  };
  std::vector<Part> parts = {{0, quantiles.size(), 0, 1, 0}};
  while (!parts.empty()) {
    const Part part = parts.back();
    parts.pop_back();
    if (part.first == part.last) continue;
    const std::size_t at = middle(part.first, part.last);
    const Rational share = rounded_share((quantiles[at] - part.from) / (part.to - part.from));
    steps[at] = {part.level, false, share.get_num().get_ui(), share.get_den().get_ui(), 0};
    ++on_level[part.level];
    parts.push_back({part.first, at, part.from, quantiles[at], part.level + 1});
    parts.push_back({at + 1, part.last, quantiles[at], part.to, part.level + 1});
  }
  for (RecursiveStep &step : steps) step.alone = on_level[step.level] == 1;
  return steps;
}

// How far a row that comes or goes moves scores apart, in rows: from 1 to 2.
Rational width(const RecursiveStep &step) {
  return 2 * ratio(to_integer(std::max(step.part, step.whole - step.part)), to_integer(step.whole));
}

Rational per_level(const Rational &budget, std::size_t quantiles) { return budget / levels_for(quantiles); }

// The largest rates of 32 bits behind the point that cost no more than a level's share.
Rational rate_for(const Epsilon &epsilon, std::size_t quantiles, bool alone, const Rational &width) {
  const Rational exact = per_level(epsilon.exact(), quantiles) / (alone ? Rational(2) : Rational(2 * width));
  return ratio(floor(times_power_of_two(exact, rate_bits)), power_of_two(rate_bits));
}
Rational rate_for(const Rho &rho, std::size_t quantiles, bool alone, const Rational &width) {
  const Rational share = per_level(rho.exact(), quantiles);
  const Rational crossing = 4 * share / (width * width); // width^2 rate^2 / 8, twice
  const Rational staying = 2 * share;                    // rate^2 / 2
  const Rational squared = alone ? staying : std::min(crossing, staying);
  return ratio(isqrt(floor(times_power_of_two(squared, 2L * rate_bits))),
               power_of_two(rate_bits));
}

template <class Unit>
std::optional<std::vector<RecursiveStep>> steps_for(std::span<const Rational> quantiles, const Unit &budget) {
  std::vector<RecursiveStep> steps = laid_out(quantiles);
  for (RecursiveStep &step : steps) {
    step.rate = rate_for(budget, quantiles.size(), step.alone, width(step));
    if (step.rate == 0) return std::nullopt;
  }
  return steps;
}

// How many of tied rows the jitter leaves together, at most; Bernstein's inequality for every value of the
// grid that occurs and every place within it. With z = ln(chances), x^2 / (2 (mean + x / 3)) >= z.
Interval ties_left(const Integer &candidates, std::size_t rows, unsigned jitter, const Rational &beta,
                   unsigned precision) {
  const Integer n = to_integer(std::uint64_t{rows});
  const Rational chances = 2 * Rational(std::min(candidates, n) * power_of_two(jitter)) / beta;
  const Interval z = log(Interval(chances, precision));
  const Interval mean(ratio(n, power_of_two(jitter)), precision);
  const Interval third = z / Interval(3L, precision);
  return mean + third + sqrt(third * third + Interval(2L, precision) * mean * z);
}

template <class Unit>
std::optional<Integer> rank_error(const Integer &candidates, std::size_t quantiles, std::size_t rows,
                                  const Unit &budget, const Rational &beta) {
  if (quantiles == 0) throw std::logic_error("poise: no quantile was asked for");
  const Integer n = to_integer(std::uint64_t{rows});
  if (rows == 0) return n;
  constexpr unsigned precision = 128;
  const unsigned jitter = jitter_bits((candidates - 1) / 2, rows, quantiles);
  const Rational chances =
      2 * Rational(candidates * power_of_two(jitter) * to_integer(std::uint64_t{quantiles})) / beta;
  const Interval log_chances = log(Interval(chances, precision));
  const Interval rounding(times_power_of_two(Rational(n), -1 - long{share_bits}), precision);
  const Interval ties = ties_left(candidates, rows, jitter, beta, precision);
  Interval off(0L, precision);
  for (unsigned level = 0; level < levels_for(quantiles); ++level) {
    // From three quantiles on, all levels but the first may have several searches; no width is above 2.
    const Rational rate = rate_for(budget, quantiles, level == 0 || quantiles == 2, 2);
    if (rate == 0) return std::nullopt;
    off += log_chances / Interval(rate, precision) + rounding;
    if (level > 0) off += ties; // of the value that was found a level before
  }
  return std::min(off.ceil_of_high(), n);
}

// Every row, refined, in rising order. As many words as rows, whatever they hold.
template <class T> std::vector<std::int64_t> refined(std::span<const T> sorted, unsigned jitter, Bits &bits) {
  std::vector<std::int64_t> rows(sorted.begin(), sorted.end());
  if (jitter == 0) return rows;
  for (std::int64_t &row : rows)
    row = row * (std::int64_t{1} << jitter) + static_cast<std::int64_t>(bits.word() >> (64 - jitter));
  for (auto tie = rows.begin(); tie != rows.end();) {
    const auto end = std::find_if(tie, rows.end(), [value = *tie >> jitter, jitter](std::int64_t row) {
      return row >> jitter != value;
    });
    std::sort(tie, end);
    tie = end;
  }
  return rows;
}

class Search {
public:
  Search(std::span<const std::int64_t> rows, std::span<const RecursiveStep> steps, Bits &bits)
      : rows_(rows), steps_(steps), bits_(bits), found_(steps.size()) {}

  std::vector<std::int64_t> within(std::int64_t low, std::int64_t high) && {
    find(0, steps_.size(), rows_, low, high);
    return std::move(found_);
  }

private:
  // The quantiles first … last - 1, among these rows, which lie within low … high.
  void find(std::size_t first, std::size_t last, std::span<const std::int64_t> rows, std::int64_t low,
            std::int64_t high) {
    if (first == last) return;
    const std::size_t at = middle(first, last);
    const RecursiveStep &step = steps_[at];
    const std::int64_t value = draw_at_share(rows, low, high, {step.part, step.whole, step.rate},
                                             rows_that_matter(step.rate), bits_);
    found_[at] = value;
    const auto split = static_cast<std::size_t>(std::ranges::upper_bound(rows, value) - rows.begin());
    find(first, at, rows.first(split), low, value);
    find(at + 1, last, rows.subspan(split), value, high);
  }

  std::span<const std::int64_t> rows_;
  std::span<const RecursiveStep> steps_;
  Bits &bits_;
  std::vector<std::int64_t> found_;
};

RecursiveQuantiles find_all(const ReleaseKey &key, const SortedColumns &column,
                            std::span<const RecursiveStep> steps, Bits &bits) {
  const std::int64_t bound = column.bound();
  const unsigned jitter =
      jitter_bits(to_integer(static_cast<std::uint64_t>(bound)), column.rows(), steps.size());
  const std::vector<std::int64_t> rows =
      std::visit([&](auto sorted) { return refined(sorted, jitter, bits); }, column.values(key, 0));
  const std::int64_t places = std::int64_t{1} << jitter;
  RecursiveQuantiles found{Search(rows, steps, bits).within(-bound * places, bound * places + (places - 1))};
  for (std::int64_t &value : found.values) value >>= jitter; // rounds down, below zero too
  return found;
}

template <class Unit>
Result<std::vector<RecursiveStep>> checked_steps(const SortedColumns &column,
                                                 std::span<const Rational> quantiles, const Unit &budget,
                                                 const char *unit) {
  if (column.columns() != 1) throw std::logic_error("poise: quantiles are those of one column");
  auto steps = steps_for(quantiles, budget);
  if (steps) return std::move(*steps);
  return bad_parameter(
      std::string(unit) +
          " is too small for so many quantiles: every number would be as likely as every other",
      "give more budget, or ask for fewer quantiles");
}

} // namespace

unsigned jitter_bits(const Integer &bound, std::size_t rows, std::size_t quantiles) {
  if (quantiles < 2) return 0; // nothing is split
  unsigned bits = std::min(16U, static_cast<unsigned>(std::bit_width(rows)));
  while (bits > 0 && bound >= power_of_two(61 - bits)) --bits;
  return bits;
}

std::optional<std::vector<RecursiveStep>> recursive_steps(std::span<const Rational> quantiles,
                                                          const Epsilon &epsilon) {
  return steps_for(quantiles, epsilon);
}
std::optional<std::vector<RecursiveStep>> recursive_steps(std::span<const Rational> quantiles,
                                                          const Rho &rho) {
  return steps_for(quantiles, rho);
}

std::optional<Integer> recursive_rank_error(const Integer &candidates, std::size_t quantiles,
                                            std::size_t rows, const Epsilon &epsilon, const Rational &beta) {
  return rank_error(candidates, quantiles, rows, epsilon, beta);
}
std::optional<Integer> recursive_rank_error(const Integer &candidates, std::size_t quantiles,
                                            std::size_t rows, const Rho &rho, const Rational &beta) {
  return rank_error(candidates, quantiles, rows, rho, beta);
}

Result<Released<RecursiveQuantiles, Epsilon>> recursive_quantiles(const SortedColumns &column,
                                                                  std::span<const Rational> quantiles,
                                                                  Grant<Epsilon> grant, Bits &bits,
                                                                  std::string step) {
  const auto steps = checked_steps(column, quantiles, grant.amount(), "epsilon");
  if (!steps) return steps.error();
  const ReleaseKey key;
  return Released<RecursiveQuantiles, Epsilon>(key, find_all(key, column, *steps, bits),
                                               std::move(grant).spend(std::move(step)), bits.provenance());
}

Result<Released<RecursiveQuantiles>> recursive_quantiles(const SortedColumns &column,
                                                         std::span<const Rational> quantiles,
                                                         Grant<Rho> grant, Bits &bits, std::string step) {
  const auto steps = checked_steps(column, quantiles, grant.amount(), "rho");
  if (!steps) return steps.error();
  const ReleaseKey key;
  return Released<RecursiveQuantiles>(key, find_all(key, column, *steps, bits),
                                      std::move(grant).spend(std::move(step)), bits.provenance());
}

} // namespace poise::internal
