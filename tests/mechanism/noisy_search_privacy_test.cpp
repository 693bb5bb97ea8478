// The promise of the noisy search by enumeration: all small tables, all neighbours, exact laws of the
// outcome.
#include "poise/mechanism/noisy_search.h"

#include "aggregate/any_rows.h"
#include "mechanism/falls_short.h"
#include "mechanism/small_tables.h"
#include "oracle/exact_masses.h"
#include "poise/random/seeded_bits.h"
#include "statistical/goodness_of_fit.h"

#include <cmath>
#include <gtest/gtest.h>
#include <map>

namespace poise::internal {
namespace noisy_search_privacy_test {

using Law = std::map<std::int64_t, long double>;
constexpr long double alphas[] = {1.01L, 1.5L, 2, 3, 5, 10, 30};

// What the search finds in one column, from the algorithm as it is written down: T steps, halves of (low,
// high].
void follow(const std::vector<int> &column, int low, int high, unsigned steps, long rank,
            const FallsShort &short_of, long double probability, Law &law) {
  if (steps == 0) {
    law[high] += probability;
    return;
  }
  const int middle = low + (high - low) / 2;
  long count = 0;
  for (const int cell : column) count += cell <= middle;
  if (high - low == 1) { // done; the remaining steps decide nothing
    follow(column, low, high, steps - 1, rank, short_of, probability, law);
    return;
  }
  const long double up = short_of(count, rank);
  follow(column, middle, high, steps - 1, rank, short_of, probability * up, law);
  follow(column, low, middle, steps - 1, rank, short_of, probability * (1 - up), law);
}

Law law_of(const std::vector<int> &column, int bound, long rank, const FallsShort &short_of) {
  Law law;
  follow(column, -bound - 1, bound, halvings(2 * bound + 1), rank, short_of, 1, law);
  return law;
}

long double renyi(const Law &p, const Law &q, long double alpha) {
  long double sum = 0;
  for (const auto &[x, mass] : p)
    if (mass > 0) sum += std::exp(alpha * std::log(mass) + (1 - alpha) * std::log(q.at(x)));
  return std::log(sum) / (alpha - 1);
}

Integer variance_for(std::size_t columns, int bound, const Rho &rho) {
  const Plain plain{columns, std::vector<std::int64_t>(columns), Grid::of(0, bound).value()};
  SeededBits bits(1);
  const auto rows = on_grid(dense_table(plain), plain.grid).value();
  return noisy_column_quantiles(rows, 1, Grant<Rho>::open(rho), bits).value().value().noise_variance;
}

// The largest divergence over all neighbouring columns of so many rows; d such columns at once lose d times
// that.
long double worst_loss(std::size_t rows, int bound, long double variance, long double alpha) {
  const FallsShort short_of(variance);
  long double worst = 0;
  for (long rank = 1; rank <= static_cast<long>(rows); ++rank) {
    const auto tables = small::all_tables(rows, bound);
    std::vector<Law> laws;
    for (const small::Cells &table : tables) laws.push_back(law_of(table, bound, rank, short_of));
    for (std::size_t a = 0; a < tables.size(); ++a)
      for (std::size_t b = 0; b < tables.size(); ++b)
        if (small::neighbours(tables[a], tables[b], 1))
          worst = std::max(worst, renyi(laws[a], laws[b], alpha));
  }
  return worst;
}

TEST(NoisySearch, NoPairOfNeighboursLosesMoreThanRhoAtAnyOrder) {
  for (const std::size_t columns : {1U, 3U})
    for (const auto &[rows, bound] : {std::pair{2U, 3}, std::pair{3U, 2}, std::pair{3U, 1}})
      for (const char *text : {"0.1", "1/3", "2"}) {
        const Rho rho = Rho::parse(text).value();
        const auto variance = static_cast<long double>(variance_for(columns, bound, rho).get_d());
        for (const long double alpha : alphas)
          EXPECT_LE(static_cast<long double>(columns) * worst_loss(rows, bound, variance, alpha),
                    alpha * static_cast<long double>(rho.display()) * (1 + 1e-9L))
              << columns << " columns of " << rows << " rows within " << bound << ", rho " << text;
      }
}

// The check has teeth: it would notice noise for one step where there are three.
TEST(NoisySearch, NoiseForAThirdOfTheStepsWouldLoseMoreThanRho) {
  const Rho rho = Rho::parse("0.1").value();
  const auto variance = static_cast<long double>(variance_for(1, 3, rho).get_d());
  EXPECT_GT(worst_loss(2, 3, variance / 3, 2), 2 * 0.1L);
}

// The code follows the law above. False alarm at most 1e-6 each (goodness_of_fit.h).
TEST(NoisySearch, OutcomesHaveTheLawOfTheAlgorithm) {
  const std::vector<int> column = {-3, -1, 0, 0, 2};
  const Plain plain{1, {column.begin(), column.end()}, Grid::of(0, 3).value()};
  const auto rows = on_grid(dense_table(plain), plain.grid).value();
  for (const std::uint64_t rank : {1U, 3U, 5U}) {
    const Rho rho = Rho::parse("0.4").value();
    SeededBits bits(9, rank);
    const auto counts = statistical::count(60'000, [&] {
      return noisy_column_quantiles(rows, rank, Grant<Rho>::open(rho), bits, {.threads = 1})
          .value()
          .value()
          .values[0];
    });
    const auto variance = static_cast<long double>(variance_for(1, 3, rho).get_d());
    const Law law = law_of(column, 3, static_cast<long>(rank), FallsShort(variance));
    const Law off = law_of(column, 3, static_cast<long>(rank), FallsShort(0.8L * variance));
    const auto mass = [](const Law &of) {
      return [&of](std::int64_t x) { return of.contains(x) ? static_cast<double>(of.at(x)) : 0.0; };
    };
    EXPECT_EQ(statistical::misfit(counts, mass(law), -3, 3), "");
    EXPECT_NE(statistical::misfit(counts, mass(off), -3, 3), "");
  }
}

} // namespace noisy_search_privacy_test
} // namespace poise::internal
