// The exact law of recursive quantiles, from their definition, and what neighbours lose by it.
#pragma once

#include "poise/mechanism/recursive_quantiles.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

namespace poise::internal {

// Quantiles, and the rate at which each is looked for.
struct RecursiveAsked {
  std::vector<long double> quantiles, rates;

  template <class Unit>
  static RecursiveAsked of(const std::vector<Rational> &quantiles, const Unit &budget, long double more = 1) {
    RecursiveAsked asked;
    const auto steps = recursive_steps(quantiles, budget).value();
    for (std::size_t i = 0; i < quantiles.size(); ++i) {
      asked.quantiles.push_back(static_cast<long double>(quantiles[i].get_d()));
      asked.rates.push_back(more * static_cast<long double>(steps[i].rate.get_d()));
    }
    return asked;
  }
};

using OrderedCells = std::vector<long>;

// The quantiles first … last - 1 among the cells, between two quantiles, within low … high.
struct RecursivePart {
  OrderedCells cells;
  std::size_t first, last;
  long double from, to;
  long low, high;

  bool empty() const { return first == last; }
  std::size_t middle() const { return (first + last) / 2; }

  RecursivePart left(long found, const RecursiveAsked &asked) const {
    return {{cells.begin(), std::ranges::upper_bound(cells, found)},
            first,
            middle(),
            from,
            asked.quantiles[middle()],
            low,
            found};
  }
  RecursivePart right(long found, const RecursiveAsked &asked) const {
    return {{std::ranges::upper_bound(cells, found), cells.end()},
            middle() + 1,
            last,
            asked.quantiles[middle()],
            to,
            found,
            high};
  }

  // The chance of every candidate to be found for the middle quantile.
  std::vector<long double> law(const RecursiveAsked &asked) const {
    const long double share = (asked.quantiles[middle()] - from) / (to - from);
    const long double rank = share * static_cast<long double>(cells.size());
    std::vector<long double> chances;
    long double total = 0;
    std::size_t below = 0, at_or_below = 0;
    for (long y = low; y <= high; ++y) {
      while (below < cells.size() && cells[below] < y) ++below;
      while (at_or_below < cells.size() && cells[at_or_below] <= y) ++at_or_below;
      const long double score = std::max(
          {0.0L, rank - static_cast<long double>(at_or_below), static_cast<long double>(below) - rank});
      chances.push_back(std::exp(-asked.rates[middle()] * score));
      total += chances.back();
    }
    for (long double &chance : chances) chance /= total;
    return chances;
  }
};

inline RecursivePart whole_search(OrderedCells cells, const RecursiveAsked &asked, long low, long high) {
  std::ranges::sort(cells);
  return {std::move(cells), 0, asked.quantiles.size(), 0, 1, low, high};
}

// The largest log-ratio of the chances of an outcome, and the sum of p^alpha q^(1 - alpha) over outcomes:
// both go down the recursion, as what is found on the left and on the right is independent given the middle.
inline long double recursive_log_ratio(const RecursivePart &p, const RecursivePart &q,
                                       const RecursiveAsked &asked) {
  if (p.empty() || p.cells == q.cells) return 0;
  const auto a = p.law(asked), b = q.law(asked);
  long double worst = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const long found = p.low + static_cast<long>(i);
    worst = std::max(worst, std::log(a[i] / b[i]) +
                                recursive_log_ratio(p.left(found, asked), q.left(found, asked), asked) +
                                recursive_log_ratio(p.right(found, asked), q.right(found, asked), asked));
  }
  return worst;
}

// Of one outcome alone.
inline long double recursive_log_ratio(const RecursivePart &p, const RecursivePart &q,
                                       const RecursiveAsked &asked, const std::vector<long> &outcome) {
  if (p.empty()) return 0;
  const long found = outcome[p.middle()];
  const auto i = static_cast<std::size_t>(found - p.low);
  return std::log(p.law(asked).at(i) / q.law(asked).at(i)) +
         recursive_log_ratio(p.left(found, asked), q.left(found, asked), asked, outcome) +
         recursive_log_ratio(p.right(found, asked), q.right(found, asked), asked, outcome);
}

inline long double recursive_moment(const RecursivePart &p, const RecursivePart &q,
                                    const RecursiveAsked &asked, long double alpha) {
  if (p.empty() || p.cells == q.cells) return 1;
  const auto a = p.law(asked), b = q.law(asked);
  long double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const long found = p.low + static_cast<long>(i);
    sum += std::exp(alpha * std::log(a[i]) + (1 - alpha) * std::log(b[i])) *
           recursive_moment(p.left(found, asked), q.left(found, asked), asked, alpha) *
           recursive_moment(p.right(found, asked), q.right(found, asked), asked, alpha);
  }
  return sum;
}

inline long double recursive_renyi(const RecursivePart &p, const RecursivePart &q,
                                   const RecursiveAsked &asked, long double alpha) {
  return std::log(recursive_moment(p, q, asked, alpha)) / (alpha - 1);
}

// All outcomes with their chances, for few candidates.
using Outcome = std::vector<long>;
using RecursiveLaw = std::map<Outcome, long double>;

inline RecursiveLaw recursive_law(const RecursivePart &part, const RecursiveAsked &asked) {
  if (part.empty()) return {{{}, 1}};
  const auto chances = part.law(asked);
  RecursiveLaw law;
  for (std::size_t i = 0; i < chances.size(); ++i) {
    const long found = part.low + static_cast<long>(i);
    const RecursiveLaw after = recursive_law(part.right(found, asked), asked);
    for (const auto &[before, left] : recursive_law(part.left(found, asked), asked))
      for (const auto &[behind, right] : after) {
        Outcome outcome = before;
        outcome.push_back(found);
        outcome.insert(outcome.end(), behind.begin(), behind.end());
        law[outcome] += chances[i] * left * right;
      }
  }
  return law;
}

// The same with every jitter of so many bits a row, all equally likely.
inline RecursiveLaw jittered_law(const std::vector<int> &cells, const RecursiveAsked &asked, int bound,
                                 unsigned bits) {
  const long places = 1L << bits;
  const long all = 1L << (bits * cells.size());
  RecursiveLaw law;
  std::map<OrderedCells, long> alike;
  for (long jitter = 0; jitter < all; ++jitter) {
    OrderedCells refined;
    for (std::size_t i = 0; i < cells.size(); ++i)
      refined.push_back(cells[i] * places + ((jitter >> (bits * i)) & (places - 1)));
    std::ranges::sort(refined);
    ++alike[refined];
  }
  for (const auto &[refined, times] : alike) {
    const auto search = whole_search(refined, asked, -bound * places, bound * places + places - 1);
    for (const auto &[outcome, chance] : recursive_law(search, asked)) {
      Outcome released = outcome;
      for (long &value : released) value >>= bits;
      law[released] += chance * static_cast<long double>(times) / static_cast<long double>(all);
    }
  }
  return law;
}

} // namespace poise::internal
