// The stretch of a ladder that holds the most: the exact law on all neighbours of small tables, the code has
// that law, and it finds what there is to find.
#include "poise/mechanism/window_search.h"

#include "aggregate/people_tables.h"
#include "mechanism/quantile_law.h"
#include "poise/aggregate/people/rung_counts.h"
#include "poise/mechanism/ladder_quantile.h"
#include "poise/random/seeded_bits.h"
#include "statistical/goodness_of_fit.h"

#include <gtest/gtest.h>

namespace poise::internal {
namespace window_search_test {

using Prior = std::vector<std::uint64_t>;

constexpr std::size_t width = 3, narrow_width = 1;
constexpr long double alphas[] = {1.01L, 1.5L, 2, 5, 30};

Grant<Rho> rho_grant(const char *text) { return Grant<Rho>::open(Rho::parse(text).value()); }
long double number(const Rational &value) { return static_cast<long double>(value.get_d()); }

// Weights of rungs from 2^-50 to 2^50: one where nothing is said. Others are never chosen.
Prior prior_of(std::uint64_t near_one) {
  Prior prior(RungCounts::rungs, 0);
  for (int rung = -200; rung <= 200; ++rung) prior[static_cast<std::size_t>(rung - Rungs::lowest)] = 1;
  for (int rung = -8; rung <= 8; ++rung) prior[static_cast<std::size_t>(rung - Rungs::lowest)] = near_one;
  return prior;
}

ExactCounts counts_of(const std::vector<double> &cells) {
  return RungCounts::of_column(people_of(1, cells), 0, RungCounts::Kind::single).value();
}

// The law by its definition: over rungs near 1 by looking at every cell, one outcome for all others, which
// hold nothing and weigh the same, and -1 for "nothing".
constexpr int near_rungs = 20;
constexpr std::int64_t elsewhere = 2 * near_rungs + 1;

// The weight of the window of this width that ends at a rung, given what the cells are.
long double weight_of_window(const std::vector<double> &cells, int last, std::size_t rungs_wide,
                             std::span<const std::uint64_t> prior, long double rate) {
  long held = 0;
  for (const double cell : cells)
    held += !std::isnan(cell) && cell != 0 && rung_of(cell) <= last &&
            rung_of(cell) > last - static_cast<int>(rungs_wide);
  return static_cast<long double>(prior[static_cast<std::size_t>(last - Rungs::lowest)]) *
         std::exp(rate * static_cast<long double>(held));
}

QuantileLaw law_of(const std::vector<double> &cells, const WindowPlan &plan, long double rate) {
  const bool narrow = !plan.narrow_prior.empty();
  QuantileLaw law;
  for (int last = -near_rungs; last <= near_rungs; ++last) {
    long double &mass = law[last + near_rungs];
    mass = weight_of_window(cells, last, plan.width, plan.prior, rate);
    if (narrow) mass += weight_of_window(cells, last, plan.narrow_width, plan.narrow_prior, rate);
  }
  law[elsewhere] = (narrow ? 2 : 1) * (401 - elsewhere);
  law[-1] = static_cast<long double>(plan.nothing_prior) *
            std::exp(rate * static_cast<long double>(plan.nothing_count));
  long double total = 0;
  for (const auto &[candidate, mass] : law) total += mass;
  for (auto &[candidate, mass] : law) mass /= total;
  return law;
}

// A row may be a gap, zero, or on one of a few rungs.
const std::vector<double> cell_values = {a_gap, 0, 0.25, 1, 1.5, 4};

std::vector<std::vector<double>> all_tables(std::size_t rows) {
  std::vector<std::vector<double>> tables = {{}};
  for (std::size_t i = 0; i < rows; ++i) {
    std::vector<std::vector<double>> longer;
    for (const auto &table : tables)
      for (const double cell : cell_values) {
        longer.push_back(table);
        longer.back().push_back(cell);
      }
    tables = std::move(longer);
  }
  return tables;
}

template <class Loss> long double worst_of(const WindowPlan &plan, long double rate, Loss loss) {
  // The first row of two is replaced: tables are sets, so which one does not matter.
  long double worst = 0;
  for (const auto &table : all_tables(2)) {
    const QuantileLaw before = law_of(table, plan, rate);
    for (const double cell : cell_values)
      worst = std::max(worst, loss(before, law_of({cell, table[1]}, plan, rate)));
  }
  return worst;
}

TEST(WindowSearch, NoPairOfNeighboursLosesMoreThanRhoAtAnyOrder) {
  const Prior narrow = prior_of(5);
  for (const Prior &prior : {prior_of(1), prior_of(std::uint64_t{1} << 20)})
    for (const std::uint64_t nothing : {std::uint64_t{1}, std::uint64_t{1} << 24})
      for (const WindowPlan &plan : {WindowPlan{width, prior, 1, nothing},
                                     WindowPlan{width, prior, 1, nothing, narrow_width, narrow}})
        for (const char *text : {"0.1", "2"}) {
          const Rho rho = Rho::parse(text).value();
          for (const long double alpha : alphas)
            EXPECT_LE(worst_of(plan, number(*ladder_rate(rho)),
                               [&](const auto &p, const auto &q) { return renyi(p, q, alpha); }),
                      alpha * number(rho.exact()) * (1 + 1e-9L));
        }
}

// The check has teeth: where two windows share the weight, and a cell leaves one for the other, nothing is
// to spare.
TEST(WindowSearch, AQuarterMoreWouldLoseMore) {
  Prior prior = prior_of(1);
  for (const double place : {0.25, 4.0})
    prior[static_cast<std::size_t>(rung_of(place) - Rungs::lowest)] = std::uint64_t{1} << 40;
  const WindowPlan plan{width, prior, 1, 1};
  const long double rate = number(*ladder_rate(Rho::parse("0.01").value()));
  const auto worst = [&](long double more) {
    return worst_of(plan, more * rate, [](const auto &p, const auto &q) { return renyi(p, q, 1.01L); });
  };
  EXPECT_LE(worst(1), 1.01L * 0.01L);
  EXPECT_GT(worst(1.25L), 1.01L * 0.01L);
}

// False alarm at most 1e-6 each (goodness_of_fit.h).
TEST(WindowSearch, OutcomesHaveTheLawOfTheDefinition) {
  std::uint64_t stream = 0;
  for (const auto &cells : {std::vector<double>{1, 1, 1.5, 4, 0}, {a_gap, 4, 4}, {0, 0, 0, 0}}) {
    const Prior prior = prior_of(1000), narrow = prior_of(5);
    const ExactCounts counts = counts_of(cells);
    for (const WindowPlan &plan :
         {WindowPlan{width, prior, 2, 3000}, WindowPlan{width, prior, 2, 3000, narrow_width, narrow}}) {
      SeededBits bits(7, ++stream);
      const auto drawn = statistical::count(20'000, [&] {
        const auto last = window_search(counts, plan, rho_grant("0.5"), bits, "s")->value().last;
        if (!last) return std::int64_t{-1};
        const std::int64_t rung = static_cast<std::int64_t>(*last) + Rungs::lowest;
        return std::abs(rung) <= near_rungs ? rung + near_rungs : elsewhere;
      });
      const auto fits = [&](long double rate) {
        const auto law = law_of(cells, plan, rate);
        return statistical::misfit(
                   drawn, [&](std::int64_t x) { return static_cast<double>(law.at(x)); }, -1, elsewhere)
            .empty();
      };
      EXPECT_TRUE(fits(1));
      EXPECT_FALSE(fits(1.4L));
    }
  }
}

// Of a flag, windows that hold it hold the same, and narrow ones say more.
TEST(WindowSearch, NarrowWindowsAreFoundWhereTheyAreLikelierBeforehand) {
  SeededBits bits(10);
  const Prior prior = prior_of(1), likelier(RungCounts::rungs, 1'000'000);
  const WindowPlan plan{12, prior, 1, 1, 2, likelier};
  const ExactCounts counts = counts_of(std::vector<double>(200, 1000.0));
  int narrow = 0;
  for (int i = 0; i < 50; ++i) {
    const auto last = window_search(counts, plan, rho_grant("0.5"), bits, "s")->value().last;
    ASSERT_TRUE(last);
    narrow += static_cast<int>(*last) + Rungs::lowest - rung_of(1000) < 2;
  }
  EXPECT_GE(narrow, 48); // ten wide windows against two million narrow ones: false alarm 3e-12
}

TEST(WindowSearch, FindsWhereTheNumbersAreOrThatNothingStandsOut) {
  SeededBits bits(8);
  const Prior prior = prior_of(1);
  std::vector<double> cells(400, 0.0);
  for (std::size_t i = 0; i < 100; ++i) cells[i] = 1000; // three quarters are zero: a median would be, too
  const WindowPlan plan{12, prior, 50, 1};
  for (int i = 0; i < 50; ++i) {
    const auto last = window_search(counts_of(cells), plan, rho_grant("0.5"), bits, "s")->value().last;
    ASSERT_TRUE(last);
    const int rung = Rungs::lowest + static_cast<int>(*last);
    EXPECT_GE(rung, rung_of(1000));
    EXPECT_LT(rung, rung_of(1000) + 12);
  }
  const WindowPlan strict{12, prior, 401, 1};
  for (int i = 0; i < 50; ++i)
    EXPECT_FALSE(window_search(counts_of(cells), strict, rho_grant("50"), bits, "s")->value().last);
}

TEST(WindowSearch, ReceiptsAndRefusals) {
  SeededBits bits(9);
  const Prior prior = prior_of(1), few = {1, 2};
  const ExactCounts counts = counts_of({1, 2});
  const auto bug = [&](const ExactCounts &of, const WindowPlan &plan) {
    EXPECT_THROW((void)window_search(of, plan, rho_grant("1"), bits, "s"), std::logic_error);
  };
  bug(counts, {3, few, 1, 1});
  bug(counts, {0, prior, 1, 1});
  bug(counts, {3, prior, 1, 0});
  bug(counts, {3, prior, 1, 1, 0, prior});
  bug(counts, {3, prior, 1, 1, 1, few});
  bug(RungCounts::of_column(people_of(1, {1}), 0, RungCounts::Kind::cumulative).value(), {3, prior, 1, 1});
  EXPECT_EQ(bits.word(), SeededBits(9).word()); // nothing was drawn
  const auto poor = window_search(counts, {3, prior, 1, 1}, rho_grant("1e-24"), bits, "s");
  ASSERT_FALSE(poor);
  EXPECT_EQ(poor.error().kind, ErrorKind::bad_parameter);
  const Prior none(RungCounts::rungs, 0); // then nothing is left but nothing
  EXPECT_FALSE(window_search(counts, {3, none, 0, 1}, rho_grant("9"), bits, "s")->value().last);
  const auto found = window_search(counts, {3, prior, 1, 1}, rho_grant("2/7"), bits, "spread").value();
  EXPECT_EQ(found.receipt().total(), ratio(2, 7));
  EXPECT_EQ(found.receipt().steps()[0].name, "spread");
}

} // namespace window_search_test
} // namespace poise::internal
