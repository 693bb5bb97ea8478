// The promise of recursive quantiles by exact laws: all small columns and neighbours, with jitter and
// without, and long columns where no noise is to spare.
#include "mechanism/recursive_law.h"
#include "mechanism/small_tables.h"

#include <gtest/gtest.h>
#include <set>

namespace poise::internal {
namespace recursive_quantiles_privacy_test {

using Quantiles = std::vector<Rational>;

// Shares of one half and others, quantiles at the ends, two to seven of them.
const std::vector<Quantiles> lists = {
    {ratio(1, 2)},
    {ratio(1, 5)},
    {ratio(1, 3), ratio(2, 3)},
    {ratio(1, 10), ratio(9, 10)},
    {ratio(1, 4), ratio(1, 2), ratio(3, 4)},
    {ratio(1, 10), ratio(1, 2), ratio(9, 10)},
    {0, ratio(1, 2), 1},
    {ratio(1, 10), ratio(2, 10), ratio(3, 10)},
    {0, ratio(1, 7), ratio(2, 7), ratio(3, 7), ratio(4, 7), ratio(6, 7), 1},
};

// Every pair of neighbouring columns, rows in rising order.
std::set<std::pair<small::Cells, small::Cells>> neighbouring(std::size_t rows, int bound) {
  std::set<std::pair<small::Cells, small::Cells>> pairs;
  const auto tables = small::all_tables(rows, bound);
  for (small::Cells a : tables)
    for (small::Cells b : tables) {
      if (!small::neighbours(a, b, 1)) continue;
      std::ranges::sort(a);
      std::ranges::sort(b);
      if (a != b) pairs.emplace(a, b);
    }
  return pairs;
}

RecursivePart search_in(const small::Cells &cells, const RecursiveAsked &asked, int bound) {
  return whole_search({cells.begin(), cells.end()}, asked, -bound, bound);
}

constexpr std::pair<std::size_t, int> small_columns[] = {{1, 2}, {2, 2}, {3, 1}, {4, 1}};

TEST(RecursiveQuantiles, NoPairOfNeighboursLosesMoreThanEpsilon) {
  for (const Quantiles &quantiles : lists)
    for (const char *text : {"0.3", "2", "9"}) {
      const Epsilon epsilon = Epsilon::parse(text).value();
      const auto asked = RecursiveAsked::of(quantiles, epsilon);
      for (const auto &[rows, bound] : small_columns) {
        if (quantiles.size() > 3 && bound > 1) continue;
        for (const auto &[a, b] : neighbouring(rows, bound))
          EXPECT_LE(recursive_log_ratio(search_in(a, asked, bound), search_in(b, asked, bound), asked),
                    static_cast<long double>(epsilon.display()) * (1 + 1e-9L));
      }
    }
}

TEST(RecursiveQuantiles, NoPairOfNeighboursLosesMoreThanRhoAtAnyOrder) {
  for (const Quantiles &quantiles : lists)
    for (const char *text : {"0.1", "2"}) {
      const Rho rho = Rho::parse(text).value();
      const auto asked = RecursiveAsked::of(quantiles, rho);
      for (const auto &[rows, bound] : small_columns) {
        if (quantiles.size() > 3 && bound > 1) continue;
        for (const auto &[a, b] : neighbouring(rows, bound))
          for (const long double alpha : {1.01L, 2.0L, 30.0L})
            EXPECT_LE(recursive_renyi(search_in(a, asked, bound), search_in(b, asked, bound), asked, alpha),
                      alpha * static_cast<long double>(rho.display()) * (1 + 1e-9L));
      }
    }
}

TEST(RecursiveQuantiles, WithJitterNeighboursLoseNoMore) {
  constexpr int bound = 1;
  for (const Quantiles &quantiles : {lists[2], lists[4], lists[5]}) {
    const auto asked = RecursiveAsked::of(quantiles, Epsilon::parse("2").value());
    const auto zcdp = RecursiveAsked::of(quantiles, Rho::parse("0.5").value());
    for (const std::size_t rows : {2U, 3U}) {
      std::map<small::Cells, RecursiveLaw> laws, zcdp_laws;
      for (const auto &[a, b] : neighbouring(rows, bound)) {
        if (laws.contains(a)) continue;
        laws[a] = jittered_law(a, asked, bound, 1);
        zcdp_laws[a] = jittered_law(a, zcdp, bound, 1);
      }
      for (const auto &[a, b] : neighbouring(rows, bound)) {
        for (const auto &[outcome, chance] : laws[a])
          EXPECT_LE(std::log(chance / laws[b].at(outcome)), 2 * (1 + 1e-9L));
        for (const long double alpha : {1.01L, 2.0L, 30.0L}) {
          long double sum = 0;
          for (const auto &[outcome, chance] : zcdp_laws[a])
            sum += std::exp(alpha * std::log(chance) + (1 - alpha) * std::log(zcdp_laws[b].at(outcome)));
          EXPECT_LE(std::log(sum) / (alpha - 1), alpha * 0.5L * (1 + 1e-9L));
        }
      }
    }
  }
}

// Long columns in which one row goes from the far left to the far right, and an outcome.
struct LongPair {
  OrderedCells a, b;
  long bound;
  Outcome outcome;
};
void put(OrderedCells &cells, std::size_t times, long value) { cells.insert(cells.end(), times, value); }

LongPair moved_right(LongPair pair) {
  pair.b = pair.a;
  pair.b.front() = pair.bound;
  return pair;
}

// The gap before the many in the middle has nearly all the weight of the first search, and becomes worse by
// one row; 1 becomes better by one. The row leaves the one search of the second level, and comes to the
// other: either has a wide gap that becomes worse by half a row, and a candidate that becomes better by as
// much.
LongPair for_quarters() {
  LongPair pair{{}, {}, 1000, {1, 1, 999}};
  put(pair.a, 40, -1000), put(pair.a, 42, 0), put(pair.a, 1, 2), put(pair.a, 3, 998);
  return moved_right(pair);
}
// The same where a row that comes or goes matters by 8/10, not by a half; the gap on the left is another one.
LongPair for_tenths() {
  LongPair pair{{}, {}, 2000, {1, 1, 1999}};
  put(pair.a, 37, -2000), put(pair.a, 60, -1000), put(pair.a, 98, 0), put(pair.a, 1, 2), put(pair.a, 3, 1998);
  return moved_right(pair);
}

long double outcome_loss(const LongPair &pair, const RecursiveAsked &asked) {
  const auto a = whole_search(pair.a, asked, -pair.bound, pair.bound);
  const auto b = whole_search(pair.b, asked, -pair.bound, pair.bound);
  return std::fabs(recursive_log_ratio(a, b, asked, pair.outcome));
}

// The checks have teeth: a fifth less noise is a rate of 5/4.
TEST(RecursiveQuantiles, LongColumnsLoseEpsilonAndNoMoreAndAFifthLessNoiseWouldLoseMore) {
  const Epsilon epsilon = Epsilon::parse("1").value();
  for (const auto &[pair, quantiles] : {std::pair{for_quarters(), lists[4]}, {for_tenths(), lists[5]}}) {
    const long double promised = outcome_loss(pair, RecursiveAsked::of(quantiles, epsilon));
    EXPECT_LE(promised, 1 + 1e-9L);
    EXPECT_GT(promised, 0.95L);
    EXPECT_GT(outcome_loss(pair, RecursiveAsked::of(quantiles, epsilon, 1.25L)), 1.15L);
  }
}

// Rates for shares of one half, given to shares of 1/5 and 4/5.
TEST(RecursiveQuantiles, SharesFarFromOneHalfNeedMoreNoise) {
  const Epsilon epsilon = Epsilon::parse("1").value();
  auto asked = RecursiveAsked::of(lists[5], epsilon);
  asked.rates = RecursiveAsked::of(lists[4], epsilon).rates;
  EXPECT_GT(outcome_loss(for_tenths(), asked), 1.2L);
}

// Every search has two wide gaps that are about equally likely; the row makes the one worse and the other
// better. It crosses from one search to the other on the second level, which costs as much as staying where
// shares are 1/5 and 4/5.
LongPair balanced() {
  LongPair pair{{}, {}, 200, {}};
  put(pair.a, 20, -200);
  put(pair.a, 2, -130);
  put(pair.a, 83, -60);
  put(pair.a, 2, 0);
  put(pair.a, 83, 60);
  put(pair.a, 2, 130);
  put(pair.a, 20, 199);
  return moved_right(pair);
}

TEST(RecursiveQuantiles, LongColumnsLoseRhoAndNoMoreAndAFifthLessNoiseWouldLoseMore) {
  const Rho rho = Rho::parse("0.01").value();
  const auto loss = [&](long double more) {
    const auto asked = RecursiveAsked::of(lists[5], rho, more);
    const LongPair pair = balanced();
    return recursive_renyi(whole_search(pair.a, asked, -pair.bound, pair.bound),
                           whole_search(pair.b, asked, -pair.bound, pair.bound), asked, 2);
  };
  EXPECT_LE(loss(1), 2 * 0.01L * (1 + 1e-9L));
  EXPECT_GT(loss(1), 2 * 0.01L * 0.9L);
  EXPECT_GT(loss(1.25L), 2 * 0.01L * 1.2L);
}

} // namespace recursive_quantiles_privacy_test
} // namespace poise::internal
