// Which step of a ladder a quantile stands on: the exact law on all small tables and neighbours, priors
// honoured, and the code has that law.
#include "poise/mechanism/ladder_quantile.h"

#include "aggregate/any_rows.h"
#include "mechanism/quantile_law.h"
#include "mechanism/small_tables.h"
#include "poise/aggregate/exact/column_counts.h"
#include "poise/aggregate/exact/cumulative_counts.h"
#include "poise/random/seeded_bits.h"
#include "poise/random/system_bits.h"
#include "statistical/goodness_of_fit.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace poise::internal {
namespace ladder_quantile_test {

using Prior = std::vector<std::uint64_t>;

constexpr int reach = 2; // cells from -2 to 2: a ladder of five steps
const std::vector<std::int64_t> steps = {-2, -1, 0, 1, 2};
constexpr std::uint64_t heavy = std::uint64_t{1} << 40;
const std::vector<Prior> priors = {
    {1, 1, 1, 1, 1}, {9, 4, 1, 4, 9}, {1, heavy, 1, 1, 7}, {1, 1, heavy, 1, 1}, {heavy, 1, 3, 1, heavy}};
constexpr long double alphas[] = {1.01L, 1.5L, 2, 5, 30};

Grant<Epsilon> pure_grant(const char *text) { return Grant<Epsilon>::open(Epsilon::parse(text).value()); }
Grant<Rho> rho_grant(const char *text) { return Grant<Rho>::open(Rho::parse(text).value()); }

std::shared_ptr<const GridRows> rows_of(std::size_t columns, const small::Cells &cells) {
  const Plain plain{columns, {cells.begin(), cells.end()}, Grid::of(0, 5).value()};
  return on_grid(dense_table(plain), plain.grid).value();
}

ExactCounts counts_of(const small::Cells &cells) {
  return CumulativeCounts::of(*rows_of(1, cells), steps).value();
}

// The step a rank stands on: of the value that has it.
long step_of_rank(small::Cells cells, long rank) {
  std::ranges::sort(cells);
  return cells[static_cast<std::size_t>(rank - 1)] + reach;
}

// How many rows would have to change before the rank stands on a step: the nearest of all tables.
long changes_to(const small::Cells &cells, long rank, long step) {
  static const auto by_size = [] {
    std::vector<std::vector<small::Cells>> all;
    for (std::size_t rows = 0; rows <= 4; ++rows) all.push_back(small::all_tables(rows, reach));
    return all;
  }();
  long least = static_cast<long>(cells.size()) + 1;
  for (const small::Cells &other : by_size[cells.size()]) {
    if (step_of_rank(other, rank) != step) continue;
    long changes = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) changes += cells[i] != other[i];
    least = std::min(least, changes);
  }
  return least;
}

QuantileLaw law_of(const std::vector<long> &changes, const Prior &prior, long double rate) {
  QuantileLaw law;
  long double total = 0;
  for (std::size_t i = 0; i < prior.size(); ++i)
    total += law[static_cast<std::int64_t>(i)] =
        static_cast<long double>(prior[i]) * std::exp(-rate * static_cast<long double>(changes[i]));
  for (auto &[step, mass] : law) mass /= total;
  return law;
}

std::vector<long> all_changes(const small::Cells &cells, long rank) {
  std::vector<long> changes;
  for (long step = 0; step <= 2 * reach; ++step) changes.push_back(changes_to(cells, rank, step));
  return changes;
}

// The largest of a loss between laws of neighbours, over all tables of so many rows and all ranks.
template <class Loss>
long double worst_of(std::size_t rows, const Prior &prior, long double rate, Loss loss) {
  struct Known {
    small::Cells table;
    std::vector<long> changes;
  };
  long double worst = 0;
  for (long rank = 1; rank <= static_cast<long>(rows); ++rank) {
    std::vector<Known> sorted;
    for (const small::Cells &table : small::all_tables(rows, reach))
      sorted.push_back({table, all_changes(table, rank)});
    std::map<std::pair<std::vector<long>, std::vector<long>>, bool> done;
    for (const Known &a : sorted)
      for (const Known &b : sorted)
        if (small::neighbours(a.table, b.table, 1) &&
            done.emplace(std::pair(a.changes, b.changes), true).second)
          worst = std::max(worst, loss(law_of(a.changes, prior, rate), law_of(b.changes, prior, rate)));
  }
  return worst;
}

long double number(const Rational &value) { return static_cast<long double>(value.get_d()); }

TEST(LadderQuantile, TheRateSpendsTheBudgetAndNoMore) {
  for (const char *text : {"0.1", "1/3", "2", "1e-6"}) {
    const Epsilon epsilon = Epsilon::parse(text).value();
    const Rational twice = 2 * ladder_rate(epsilon).value();
    EXPECT_LE(twice, epsilon.exact());
    EXPECT_GT(twice * ratio(1001, 1000), epsilon.exact());
    const Rho rho = Rho::parse(text).value();
    const Rational rate = ladder_rate(rho).value(), cost = rate * rate / 2;
    EXPECT_LE(cost, rho.exact());
    EXPECT_GT(cost * ratio(1001, 1000), rho.exact());
  }
  EXPECT_FALSE(ladder_rate(Epsilon::parse("1e-10").value()));
  EXPECT_FALSE(ladder_rate(Rho::parse("1e-20").value()));
}

TEST(LadderQuantile, NoPairOfNeighboursLosesMoreThanEpsilon) {
  for (const Prior &prior : priors)
    for (const char *text : {"0.1", "1", "8"}) {
      const Epsilon epsilon = Epsilon::parse(text).value();
      for (const std::size_t rows : {1U, 2U, 3U})
        EXPECT_LE(worst_of(rows, prior, number(*ladder_rate(epsilon)), log_ratio),
                  number(epsilon.exact()) * (1 + 1e-9L));
    }
}

TEST(LadderQuantile, NoPairOfNeighboursLosesMoreThanRhoAtAnyOrder) {
  for (const Prior &prior : priors)
    for (const char *text : {"0.1", "2"}) {
      const Rho rho = Rho::parse(text).value();
      for (const long double alpha : alphas)
        EXPECT_LE(worst_of(3, prior, number(*ladder_rate(rho)),
                           [&](const auto &p, const auto &q) { return renyi(p, q, alpha); }),
                  alpha * number(rho.exact()) * (1 + 1e-9L));
    }
}

// The check has teeth: where one step was likely beforehand, nothing is to spare.
TEST(LadderQuantile, AFifthLessNoiseWouldLoseMore) {
  const Prior &prior = priors[3];
  const long double rate = number(*ladder_rate(Epsilon::parse("1").value()));
  EXPECT_GT(worst_of(3, prior, rate, log_ratio), 0.99L);
  EXPECT_GT(worst_of(3, prior, 1.25L * rate, log_ratio), 1.2L);
  // Rényi losses of a choice come near rate^2 / 2 where two outcomes share the weight, and are small.
  const long double of_rho = number(*ladder_rate(Rho::parse("0.01").value()));
  const auto worst = [&](long double more) {
    long double most = 0;
    for (const Prior &one : {Prior{1, 1, 1, 1, 1}, Prior{heavy, 1, 1, 1, heavy}, Prior{1, heavy, 1, heavy, 1},
                             Prior{1, heavy, 1, 1, heavy}})
      most = std::max(most, worst_of(3, one, more * of_rho,
                                     [](const auto &p, const auto &q) { return renyi(p, q, 1.01L); }));
    return most;
  };
  EXPECT_LE(worst(1), 1.01L * 0.01L * (1 + 1e-9L));
  EXPECT_GT(worst(1.25L), 1.01L * 0.01L);
}

// False alarm at most 1e-6 each (goodness_of_fit.h).
TEST(LadderQuantile, OutcomesHaveTheLawOfTheDefinition) {
  std::uint64_t stream = 0;
  for (const small::Cells &cells : {small::Cells{-2, 0, 0, 1}, {2, 2, 2}, {-1, 1}, {-2, -2, 1, 2}})
    for (const Prior &prior : {priors[0], priors[1], Prior{1, 50, 3, 1, 20}})
      for (const long rank : {1L, static_cast<long>(cells.size())}) {
        const ExactCounts counts = counts_of(cells);
        const auto changes = all_changes(cells, rank);
        const auto fits = [&](const statistical::Counts &drawn, const Prior &believed, long double rate) {
          const auto law = law_of(changes, believed, rate);
          return statistical::misfit(
                     drawn, [&](std::int64_t x) { return static_cast<double>(law.at(x)); }, 0, 2 * reach)
              .empty();
        };
        SeededBits bits(31, ++stream);
        const auto place = static_cast<std::uint64_t>(rank);
        const auto pure = statistical::count(10'000, [&] {
          return ladder_quantile(counts, place, prior, pure_grant("2"), bits, "s")->value().index;
        });
        const auto zcdp = statistical::count(10'000, [&] {
          return ladder_quantile(counts, place, prior, rho_grant("0.5"), bits, "s")->value().index;
        });
        for (const auto &drawn : {pure, zcdp}) { // a rate of 1 for both
          EXPECT_TRUE(fits(drawn, prior, 1));
          EXPECT_FALSE(fits(drawn, prior, 1.4L));
          EXPECT_FALSE(fits(drawn, Prior{2, 1, 3, 9, 1}, 1));
        }
      }
}

// As the header says; and a choice that is likely beforehand is made when nothing speaks against it.
TEST(LadderQuantile, AStepThatIsOffByManyRowsIsAsUnlikelyAsWasSaid) {
  for (const Prior &prior : priors)
    for (const small::Cells &cells : small::all_tables(3, reach))
      for (long rank = 1; rank <= 3; ++rank) {
        const auto changes = all_changes(cells, rank);
        const auto right = static_cast<std::size_t>(step_of_rank(cells, rank));
        const auto law = law_of(changes, prior, 0.7L);
        for (std::size_t i = 0; i < prior.size(); ++i)
          EXPECT_LE(law.at(static_cast<std::int64_t>(i)),
                    static_cast<long double>(prior[i]) / static_cast<long double>(prior[right]) *
                        std::exp(-0.7L * static_cast<long double>(changes[i])) * (1 + 1e-9L));
      }
  SeededBits bits(32);
  const ExactCounts counts = counts_of({-2, -2, 2, 2});
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(ladder_quantile(counts, 2, priors[3], pure_grant("0.01"), bits, "s")->value().index, 2U);
    EXPECT_EQ(ladder_quantile(counts, 2, priors[0], pure_grant("1000"), bits, "s")->value().index, 0U);
    EXPECT_EQ(ladder_quantile(counts, 3, priors[3], rho_grant("1000000"), bits, "s")->value().index, 4U);
  }
}

TEST(LadderQuantile, WhatIsNoLadderIsABug) {
  SeededBits bits(33);
  const ExactCounts counts = counts_of({0, 1, 2});
  const auto ask = [&](const ExactCounts &of, std::uint64_t rank, const Prior &prior) {
    EXPECT_THROW((void)ladder_quantile(of, rank, prior, pure_grant("1"), bits, "s"), std::logic_error);
    EXPECT_THROW((void)ladder_quantile(of, rank, prior, rho_grant("1"), bits, "s"), std::logic_error);
  };
  ask(counts, 0, priors[0]);
  ask(counts, 4, priors[0]);
  ask(counts, 1, {1, 1, 1, 1});
  ask(counts, 1, {1, 1, 1, 1, 1, 1});
  ask(counts, 1, {1, 1, 0, 1, 1});
  const auto by_column =
      ColumnCounts::of(*rows_of(2, {1, 2, 3, -1}), std::vector<std::int64_t>{0, 0}).value();
  ask(by_column, 1, {1, 1});
  EXPECT_EQ(bits.word(), SeededBits(33).word()); // nothing was drawn
}

TEST(LadderQuantile, ABudgetTooSmallForAnyAnswerIsRefusedBeforeAnythingIsDrawn) {
  SeededBits bits(34);
  const auto pure = ladder_quantile(counts_of({0, 1}), 1, priors[0], pure_grant("1e-12"), bits, "s");
  const auto zcdp = ladder_quantile(counts_of({0, 1}), 1, priors[0], rho_grant("1e-24"), bits, "s");
  ASSERT_FALSE(pure);
  ASSERT_FALSE(zcdp);
  EXPECT_EQ(pure.error().kind, ErrorKind::bad_parameter);
  EXPECT_EQ(zcdp.error().kind, ErrorKind::bad_parameter);
  EXPECT_EQ(bits.word(), SeededBits(34).word());
}

TEST(LadderQuantile, TheReceiptHoldsTheWholeGrantUnderItsName) {
  SeededBits seeded(35);
  SystemBits system;
  const ExactCounts counts = counts_of({0, 1, 2});
  const auto pure = ladder_quantile(counts, 2, priors[0], pure_grant("1/7"), seeded, "magnitude").value();
  EXPECT_EQ(pure.receipt().total(), ratio(1, 7));
  ASSERT_EQ(pure.receipt().steps().size(), 1U);
  EXPECT_EQ(pure.receipt().steps()[0].name, "magnitude");
  EXPECT_FALSE(pure.is_private());
  const auto zcdp = ladder_quantile(counts, 2, priors[0], rho_grant("2/7"), system, "scale").value();
  EXPECT_EQ(zcdp.receipt().total(), ratio(2, 7));
  EXPECT_EQ(zcdp.receipt().steps()[0].name, "scale");
  EXPECT_TRUE(zcdp.is_private());
}

} // namespace ladder_quantile_test
} // namespace poise::internal
