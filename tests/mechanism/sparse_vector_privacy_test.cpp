// The promise of the sparse vector technique by exact laws: all small tables and neighbours, and long lists
// of counts where no noise is to spare.
#include "mechanism/small_tables.h"
#include "mechanism/sparse_vector_law.h"
#include "poise/privacy/theorem/pure_to_zcdp.h"

#include <gtest/gtest.h>
#include <map>
#include <set>

namespace poise::internal {
namespace sparse_vector_privacy_test {

using Counts = std::vector<long>;
using Pairs = std::set<std::pair<Counts, Counts>>;

constexpr int bound = 3; // radii 0, 1, 2, 3
constexpr Walk both_ways[] = {Walk::up, Walk::down};
constexpr SparseVectorNoise both_noises[] = {SparseVectorNoise::textbook, SparseVectorNoise::one_direction};

// How many cells are at most 0, 1, 2, 3 in magnitude: counts of one direction.
Counts nested(const small::Cells &cells) {
  Counts counts;
  for (int radius = 0; radius <= bound; ++radius)
    counts.push_back(std::ranges::count_if(cells, [&](int cell) { return std::abs(cell) <= radius; }));
  return counts;
}

// How many cells of either column are at most -1, 0: a row may move one up and the other down.
Counts of_columns(const small::Cells &cells) {
  Counts counts(4);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    counts[i % 2] += cells[i] <= -1;
    counts[2 + i % 2] += cells[i] <= 0;
  }
  return counts;
}

// Pairs of neighbouring tables matter only by their counts.
Pairs neighbouring(const std::vector<small::Cells> &tables, std::size_t columns,
                   Counts (*counts)(const small::Cells &)) {
  Pairs pairs;
  for (const small::Cells &a : tables)
    for (const small::Cells &b : tables)
      if (small::neighbours(a, b, columns)) pairs.emplace(counts(a), counts(b));
  return pairs;
}
const Pairs &nested_pairs() {
  static const Pairs pairs = neighbouring(small::all_tables(3, bound), 1, nested);
  return pairs;
}
const Pairs &column_pairs() {
  static const Pairs pairs = neighbouring(small::all_tables(4, 1), 2, of_columns);
  return pairs;
}
const Pairs &pairs_for(SparseVectorNoise noise) {
  return noise == SparseVectorNoise::one_direction ? nested_pairs() : column_pairs();
}

template <class Loss>
long double worst(const Pairs &pairs, const CountSearch &search, const SparseVectorRates &rates, Loss loss) {
  std::map<Counts, std::vector<long double>> laws;
  for (const auto &[a, b] : pairs)
    if (!laws.contains(a)) laws[a] = sparse_vector_law(a, search, rates);
  long double most = 0;
  for (const auto &[a, b] : pairs) most = std::max(most, loss(laws.at(a), laws.at(b)));
  return most;
}

std::vector<CountSearch> searches(SparseVectorNoise noise) {
  std::vector<CountSearch> all;
  for (const Walk walk : both_ways) {
    for (const Rational &threshold : {Rational(-2), Rational(0), ratio(4, 3), Rational(2), Rational(5)}) {
      all.push_back({.threshold = threshold, .walk = walk, .noise = noise});
      all.push_back({.threshold = threshold, .walk = walk, .noise = noise, .ramp = ratio(3, 2)});
    }
    all.push_back({.threshold = 1, .walk = walk, .noise = noise, .first = 1, .last = 2});
  }
  return all;
}

TEST(SparseVector, NoPairOfNeighboursLosesMoreThanEpsilon) {
  for (const SparseVectorNoise noise : both_noises)
    for (const char *text : {"0.3", "1", "3"}) {
      const Epsilon epsilon = Epsilon::parse(text).value();
      const SparseVectorRates rates(search_rates(epsilon, noise));
      for (const CountSearch &search : searches(noise))
        EXPECT_LE(worst(pairs_for(noise), search, rates, largest_log_ratio),
                  static_cast<long double>(epsilon.display()) * (1 + 1e-9L));
    }
}

TEST(SparseVector, NoPairOfNeighboursLosesMoreThanRhoAtAnyOrder) {
  for (const SparseVectorNoise noise : both_noises)
    for (const char *text : {"0.3", "1", "3"}) {
      const Rho rho = Rho::parse(text).value();
      const SparseVectorRates rates(search_rates(rho, noise));
      for (const CountSearch &search : searches(noise))
        for (const long double alpha : {1.01L, 2.0L, 30.0L})
          EXPECT_LE(worst(pairs_for(noise), search, rates,
                          [&](const auto &p, const auto &q) { return renyi(p, q, alpha); }),
                    alpha * static_cast<long double>(rho.display()) * (1 + 1e-9L));
    }
}

// Forty counts just below the threshold keep a search from stopping unless the threshold is drawn high, and
// then the next count stops it only if its own draw is high, too. A row that moves the forty nearer to the
// threshold, and the next one not, or the other way, has to be hidden by both draws.
struct LongPair {
  Counts a, b;
};
constexpr long level = 30;

// In one direction: a row whose norm was the last radius, and is the first now.
LongPair nested_pair(Walk walk) {
  LongPair pair{Counts(41, level), Counts(41, level)};
  if (walk == Walk::up) {
    for (std::size_t i = 0; i < 40; ++i) ++pair.b[i];
    ++pair.a.back(), ++pair.b.back(); // counts rise: all of the other are level
  } else {
    for (std::size_t i = 1; i < 41; ++i) ++pair.a[i]; // a search that comes down meets these first
  }
  return pair;
}
// Both ways: forty up, one down.
LongPair crossed_pair(Walk walk) {
  LongPair pair{Counts(41, level), Counts(41, level)};
  const std::size_t apart = walk == Walk::up ? 40 : 0;
  const long nearer = walk == Walk::up ? 1 : -1;
  for (std::size_t i = 0; i < 41; ++i) pair.b[i] += i == apart ? -nearer : nearer;
  return pair;
}

struct LongLosses {
  long double promised, less_threshold_noise, less_count_noise;
};
LongLosses long_losses(SparseVectorNoise noise, Walk walk) {
  const LongPair pair = noise == SparseVectorNoise::one_direction ? nested_pair(walk) : crossed_pair(walk);
  const SparseVectorRates rates(search_rates(Epsilon::parse("1").value(), noise));
  const auto loss = [&](long double threshold, long double count) {
    const CountSearch search{.threshold = level, .walk = walk, .noise = noise};
    const SparseVectorRates with{rates.threshold * threshold, rates.count * count};
    return largest_log_ratio(sparse_vector_law(pair.a, search, with),
                             sparse_vector_law(pair.b, search, with));
  };
  return {loss(1, 1), loss(1.25L, 1), loss(1, 1.25L)};
}

TEST(SparseVector, LongListsLoseEpsilonAndNoMore) {
  for (const Walk walk : both_ways)
    for (const SparseVectorNoise noise : both_noises) {
      const LongLosses losses = long_losses(noise, walk);
      EXPECT_LE(losses.promised, 1 + 1e-9L);
      EXPECT_GT(losses.promised, 0.95L);
    }
}

// The checks have teeth, for the noise of the threshold as for that of the counts: a fifth less is a rate of
// 5/4.
TEST(SparseVector, AFifthLessNoiseWouldLoseMoreThanEpsilon) {
  for (const Walk walk : both_ways)
    for (const SparseVectorNoise noise : both_noises) {
      const LongLosses losses = long_losses(noise, walk);
      EXPECT_GT(losses.less_threshold_noise, 1.05L);
      EXPECT_GT(losses.less_count_noise, 1.05L);
    }
}

// What is saved in one direction is not to be had for counts that move both ways.
TEST(SparseVector, CountsThatMoveBothWaysNeedTheNoiseOfTheTextbook) {
  const LongPair pair = crossed_pair(Walk::up);
  const CountSearch search{.threshold = level};
  const SparseVectorRates rates(search_rates(Epsilon::parse("1").value(), SparseVectorNoise::one_direction));
  EXPECT_GT(
      largest_log_ratio(sparse_vector_law(pair.a, search, rates), sparse_vector_law(pair.b, search, rates)),
      1.4L);
}

// Every search of a sub-range of these, with and without a ramp, over neighbours of one direction that change
// at any place.
TEST(SparseVector, NoLongListLosesMoreThanEpsilonWhereverItChanges) {
  const SparseVectorRates rates(search_rates(Epsilon::parse("1").value(), SparseVectorNoise::one_direction));
  for (const Walk walk : both_ways)
    for (const Rational &ramp : {Rational(0), ratio(1, 3), Rational(4)})
      for (const std::size_t first : {0U, 7U})
        for (const std::size_t change : {0U, 5U, 20U, 39U})
          for (const bool before : {true, false}) {
            Counts a(40, level), b(40, level);
            for (std::size_t i = 0; i < 40; ++i) b[i] += (i < change) == before;
            const CountSearch search{.threshold = level + 3, .walk = walk, .first = first, .ramp = ramp};
            EXPECT_LE(
                largest_log_ratio(sparse_vector_law(a, search, rates), sparse_vector_law(b, search, rates)),
                1 + 1e-9L);
          }
}

TEST(SparseVector, TheRatesAreThoseOfTheProof) {
  const Epsilon epsilon = Epsilon::parse("3").value();
  const SearchRates textbook = search_rates(epsilon, SparseVectorNoise::textbook);
  const SearchRates one_direction = search_rates(epsilon, SparseVectorNoise::one_direction);
  EXPECT_EQ(Rational(textbook.threshold + 2 * textbook.count), 3);
  EXPECT_EQ(Rational(one_direction.threshold + one_direction.count), 3);
  EXPECT_EQ(search_rates(epsilon, SparseVectorNoise::textbook, 6).threshold, textbook.threshold / 6);
  EXPECT_EQ(search_rates(epsilon, SparseVectorNoise::textbook, 6).count, textbook.count / 6);
  for (const char *text : {"1e-9", "0.1", "7"}) {
    const Rho rho = Rho::parse(text).value();
    for (const SparseVectorNoise noise : both_noises) {
      const SearchRates of_rho = search_rates(rho, noise, 2);
      const SearchRates of_pure = search_rates(pure_for_zcdp(rho).value(), noise, 2);
      EXPECT_EQ(of_rho.threshold, of_pure.threshold);
      EXPECT_EQ(of_rho.count, of_pure.count);
    }
  }
}

} // namespace sparse_vector_privacy_test
} // namespace poise::internal
