// Exact laws of the searches behind the universal estimators, from their definitions, for small tables.
#pragma once

#include "mechanism/quantile_law.h"
#include "mechanism/small_tables.h"
#include "mechanism/sparse_vector_law.h"
#include "poise/estimate/universal/universal_options.h"
#include "poise/grid/magnitudes.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

namespace poise::internal {

inline Grant<Epsilon> pure_grant(const Rational &epsilon) {
  return Grant<Epsilon>::open(Epsilon::of(epsilon).value());
}
inline Grant<Rho> rho_grant(const Rational &rho) { return Grant<Rho>::open(Rho::of(rho).value()); }

// One worker: tests draw often, from few rows.
inline const RunOptions &alone() {
  static const RunOptions run{.threads = 1};
  return run;
}

inline long double number(const Rational &value) { return static_cast<long double>(value.get_d()); }

// The published constants once more, by hand.
inline RadiusSearch published_by_hand(double beta) {
  return {.noise = SparseVectorNoise::textbook,
          .margin = Rational(3 * std::log(6 / beta)),
          .most_margin = 1,
          .ramp = 0,
          .rungs_per_octave = 1};
}
// Ours are as we say.
inline RadiusSearch tuned_safe() { return safe_search({}); }
inline RadiusSearch tuned_close() { return close_search({}); }

// Noise of rates epsilon / 2 and epsilon / 4, or epsilon / 2 twice; or less noise than that.
inline SparseVectorRates rates_by_hand(const Rational &epsilon, SparseVectorNoise noise,
                                       long double more = 1) {
  const long double half = more * number(epsilon) / 2;
  return {half, noise == SparseVectorNoise::one_direction ? half : half / 2};
}

// 0, then first * 2^(k / parts) rounded up, until the limit is reached.
inline std::vector<long> ladder_by_hand(long first, long limit, unsigned parts) {
  std::vector<long> radii = {0};
  Integer power;
  mpz_ui_pow_ui(power.get_mpz_t(), static_cast<unsigned long>(first), parts);
  for (long radius = first; radii.back() < limit; power *= 2) {
    for (Integer tried;; ++radius) {
      mpz_ui_pow_ui(tried.get_mpz_t(), static_cast<unsigned long>(radius), parts);
      if (tried >= power) break;
      if (parts == 1) radius = power.get_si() - 1; // no need to walk
    }
    if (radius > radii.back()) radii.push_back(radius);
  }
  return radii;
}

inline std::vector<long> rungs_by_hand(long first, long last, long step) {
  std::vector<long> rungs;
  for (long rung = std::max<long>(first, Rungs::lowest); rung < last; rung += step) rungs.push_back(rung);
  rungs.push_back(last);
  return rungs;
}

// How many of the cells are at most each of the steps.
inline std::vector<long> counts_within(const std::vector<long> &cells, const std::vector<long> &steps) {
  std::vector<long> counts;
  for (const long step : steps)
    counts.push_back(std::ranges::count_if(cells, [&](long cell) { return cell <= step; }));
  return counts;
}

// Which step a search for nearly everybody ends at.
inline QuantileLaw search_law(const std::vector<long> &cells, const std::vector<long> &steps,
                              const RadiusSearch &how, const Rational &epsilon, long double more = 1) {
  const Rational rows(Integer(cells.size())), unit = 2 / epsilon;
  const Rational margin = std::min<Rational>(how.margin * unit, how.most_margin * rows);
  const CountSearch search{.threshold = rows - margin, .noise = how.noise, .ramp = how.ramp * unit};
  const auto law =
      sparse_vector_law(counts_within(cells, steps), search, rates_by_hand(epsilon, how.noise, more));
  QuantileLaw result;
  for (std::size_t i = 0; i < law.size(); ++i) result[steps[std::min(i, steps.size() - 1)]] += law[i];
  return result;
}

// What find_radius makes of it: at least 1, at most the limit.
inline QuantileLaw radius_law(const std::vector<long> &distances, long first, long limit,
                              const RadiusSearch &how, const Rational &epsilon, long double more = 1) {
  QuantileLaw law;
  const auto ladder = ladder_by_hand(std::clamp(first, 1L, limit), limit, how.rungs_per_octave);
  for (const auto &[radius, mass] : search_law(distances, ladder, how, epsilon, more))
    law[std::clamp<std::int64_t>(radius, 1, limit)] += mass;
  return law;
}

// Powers of two that reach as far as doubles do.
constexpr long lowest_octave = -1074, highest_octave = 1024;

// The least that reaches as far; the lowest for no distance at all.
inline long octave_of(double distance) {
  long octave = lowest_octave;
  while (octave < highest_octave && std::ldexp(1.0, static_cast<int>(octave)) < distance) ++octave;
  return octave;
}

// Which of them is the first to hold so many: by how many would have to change, and a prior of 1 / (1 +
// |k|)^2 in parts of 2^40.
inline QuantileLaw octave_law(const std::vector<long> &octaves, long rank, long double rate) {
  QuantileLaw law;
  long double total = 0;
  for (long octave = lowest_octave; octave <= highest_octave; ++octave) {
    const long within = std::ranges::count_if(octaves, [&](long one) { return one <= octave; });
    const long below = std::ranges::count_if(octaves, [&](long one) { return one < octave; });
    const long changes = std::max({0L, rank - within, below - rank + 1});
    const long away = 1 + std::abs(octave);
    const auto prior = static_cast<long double>((1L << 40) / (away * away));
    total += law[octave] = prior * std::exp(-rate * static_cast<long double>(changes));
  }
  for (auto &[octave, mass] : law) mass /= total;
  return law;
}

// All tables of so many rows with cells among these; and the most that neighbours lose.
inline std::vector<std::vector<long>> tables_of(std::size_t rows, const std::vector<long> &values) {
  std::vector<std::vector<long>> tables = {{}};
  for (std::size_t i = 0; i < rows; ++i) {
    std::vector<std::vector<long>> longer;
    for (const auto &table : tables)
      for (const long value : values) {
        longer.push_back(table);
        longer.back().push_back(value);
      }
    tables = std::move(longer);
  }
  return tables;
}

inline bool are_neighbours(const std::vector<long> &a, const std::vector<long> &b) {
  std::size_t different = 0;
  for (std::size_t i = 0; i < a.size(); ++i) different += a[i] != b[i];
  return different == 1;
}

// `law_of` is asked once for every table up to the order of its rows.
template <class LawOf, class Loss>
long double worst_loss(const std::vector<std::vector<long>> &tables, LawOf law_of, Loss loss) {
  std::map<std::vector<long>, decltype(law_of(tables[0]))> laws;
  const auto sorted = [](std::vector<long> table) {
    std::ranges::sort(table);
    return table;
  };
  for (const auto &table : tables)
    if (const auto key = sorted(table); !laws.contains(key)) laws.emplace(key, law_of(key));
  std::map<std::pair<std::vector<long>, std::vector<long>>, bool> done;
  long double most = 0;
  for (const auto &a : tables)
    for (const auto &b : tables) {
      if (!are_neighbours(a, b) || !done.emplace(std::pair(sorted(a), sorted(b)), true).second) continue;
      most = std::max(most, loss(laws.at(sorted(a)), laws.at(sorted(b))));
    }
  return most;
}

inline long double pure_loss(const QuantileLaw &p, const QuantileLaw &q) { return log_ratio(p, q); }

} // namespace poise::internal
