// A quantile among integers with a prior: the exact law on all neighbours of small tables, gaps among them,
// and the code has that law, whatever the prior.
#include "poise/mechanism/cell_quantile.h"

#include "aggregate/people_tables.h"
#include "mechanism/quantile_law.h"
#include "poise/mechanism/ladder_quantile.h"
#include "poise/random/seeded_bits.h"
#include "statistical/goodness_of_fit.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace poise::internal {
namespace cell_quantile_test {

constexpr long double alphas[] = {1.01L, 1.5L, 2, 5, 30};

Grant<Rho> rho_grant(const char *text) { return Grant<Rho>::open(Rho::parse(text).value()); }
long double number(const Rational &value) { return static_cast<long double>(value.get_d()); }

SortedCells sorted(const std::vector<double> &cells) {
  return SortedCells::of_column(people_of(1, cells), 0, 0).value();
}

// Integers with one score and one weight are one outcome: named by its first integer.
struct Stretched {
  std::int64_t first;
  long double mass;
};

std::uint64_t weight_of(const CellPrior &prior, std::int64_t y) {
  std::uint64_t weight = 0;
  for (const CellPrior::Stretch &stretch : prior.stretches())
    if (stretch.first <= y) weight = stretch.weight;
  return weight;
}

// The law by its definition, cut wherever any cell of `edges` is or the prior changes.
QuantileLaw law_of(const std::vector<double> &cells, std::uint64_t rank, const CellPrior &prior,
                   const std::vector<std::int64_t> &edges, long double rate) {
  std::vector<std::int64_t> starts = {-SortedCells::furthest};
  for (const CellPrior::Stretch &stretch : prior.stretches()) starts.push_back(stretch.first);
  for (const std::int64_t edge : edges) {
    starts.push_back(edge);
    starts.push_back(edge + 1);
  }
  std::ranges::sort(starts);
  starts.erase(std::unique(starts.begin(), starts.end()), starts.end());
  QuantileLaw law;
  long double total = 0;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const std::int64_t y = starts[i],
                       next = i + 1 < starts.size() ? starts[i + 1] : SortedCells::furthest + 1;
    long at_or_below = 0, below = 0;
    for (const double cell : cells) {
      at_or_below += cell <= static_cast<double>(y); // a gap is neither
      below += cell < static_cast<double>(y);
    }
    const long wanted = static_cast<long>(rank);
    const long score = std::max({0L, wanted - at_or_below, below - wanted + 1});
    total += law[y] = static_cast<long double>(next - y) * static_cast<long double>(weight_of(prior, y)) *
                      std::exp(-rate * static_cast<long double>(score));
  }
  for (auto &[y, mass] : law) mass /= total;
  return law;
}

const std::vector<double> cell_values = {a_gap, -3, 0, 1, 40};
const std::vector<std::int64_t> edges = {-3, 0, 1, 40};

constexpr std::int64_t lowest = -SortedCells::furthest;
constexpr std::uint64_t heavy = std::uint64_t{1} << 55;

// Alike everywhere; likely near zero, on either side of it, around 40, or far away.
std::vector<CellPrior> priors() {
  return {CellPrior({{lowest, 1}}), CellPrior({{lowest, 1}, {-3, 1000}, {0, heavy}, {1, 50}, {41, 1}}),
          CellPrior({{lowest, 1}, {-1, heavy}, {0, 1}, {1, heavy}, {2, 1}}),
          CellPrior({{lowest, 1}, {30, heavy >> 8}, {50, 1}}),
          CellPrior({{lowest, 8}, {-1'000'001, heavy}, {-1'000'000, 3}})};
}

template <class Loss>
long double worst_of(const CellPrior &prior, std::uint64_t rank, long double rate, Loss loss) {
  long double worst = 0;
  for (const double kept : cell_values)
    for (const double from : cell_values)
      for (const double to : cell_values)
        worst = std::max(worst, loss(law_of({from, kept}, rank, prior, edges, rate),
                                     law_of({to, kept}, rank, prior, edges, rate)));
  return worst;
}

TEST(CellQuantile, NoPairOfNeighboursLosesMoreThanRhoAtAnyOrder) {
  for (const CellPrior &prior : priors())
    for (const std::uint64_t rank : {1U, 2U, 3U})
      for (const char *text : {"0.1", "2"}) {
        const Rho rho = Rho::parse(text).value();
        for (const long double alpha : alphas)
          EXPECT_LE(worst_of(prior, rank, number(*ladder_rate(rho)),
                             [&](const auto &p, const auto &q) { return renyi(p, q, alpha); }),
                    alpha * number(rho.exact()) * (1 + 1e-9L));
      }
}

// The check has teeth: where two outcomes share the weight, nothing is to spare.
TEST(CellQuantile, AQuarterMoreWouldLoseMore) {
  const long double rate = number(*ladder_rate(Rho::parse("0.01").value()));
  const auto worst = [&](long double more) {
    long double most = 0;
    for (const CellPrior &prior : priors())
      for (const std::uint64_t rank : {1U, 2U})
        most = std::max(most, worst_of(prior, rank, more * rate,
                                       [](const auto &p, const auto &q) { return renyi(p, q, 1.01L); }));
    return most;
  };
  EXPECT_LE(worst(1), 1.01L * 0.01L);
  EXPECT_GT(worst(1.25L), 1.01L * 0.01L);
}

// False alarm at most 1e-6 each (goodness_of_fit.h).
TEST(CellQuantile, OutcomesHaveTheLawOfTheDefinition) {
  std::uint64_t stream = 0;
  for (const auto &cells : {std::vector<double>{-3, 0, 1, 1, 40}, {a_gap, 40, 40, a_gap}, {0, 0}}) {
    bool noticed = false; // that another rate is wrong: some priors leave little to the cells
    for (const CellPrior &prior : priors()) {
      const SortedCells column = sorted(cells);
      const QuantileLaw law = law_of(cells, 2, prior, edges, 1), other = law_of(cells, 2, prior, edges, 1.4L);
      SeededBits bits(11, ++stream);
      const auto drawn = statistical::count(20'000, [&] {
        const std::int64_t y = cell_quantile(column, 2, prior, rho_grant("0.5"), bits, "s")->value().cell;
        return std::distance(law.begin(), law.upper_bound(y)) - 1;
      });
      const auto fits = [&](const QuantileLaw &believed) {
        std::vector<double> masses;
        for (const auto &[y, mass] : believed) masses.push_back(static_cast<double>(mass));
        return statistical::misfit(
                   drawn, [&](std::int64_t i) { return masses[static_cast<std::size_t>(i)]; }, 0,
                   static_cast<std::int64_t>(masses.size()) - 1)
            .empty();
      };
      EXPECT_TRUE(fits(law));
      noticed = noticed || !fits(other);
    }
    EXPECT_TRUE(noticed);
  }
}

TEST(CellPrior, ThatIsNoneIsABug) {
  using Stretches = std::vector<CellPrior::Stretch>;
  for (const Stretches &stretches : {Stretches{},
                                     {{0, 1}},
                                     {{lowest, 0}},
                                     {{lowest, 1}, {5, 1}, {5, 1}},
                                     {{lowest, 1}, {5, 1}, {4, 1}},
                                     {{lowest, 1 << 12}},
                                     {{lowest, 1}, {SortedCells::furthest + 1, 1}}})
    EXPECT_THROW(CellPrior{stretches}, std::logic_error);
  EXPECT_NO_THROW(CellPrior({{lowest, 1 << 11}}));
}

TEST(CellQuantile, FindsTheMedianWhereverItIs) {
  SeededBits bits(12);
  for (const double shift : {0.0, 1e6, -3e12})
    for (const CellPrior &prior :
         {CellPrior({{lowest, 1}}), CellPrior({{lowest, 1},
                                               {static_cast<std::int64_t>(shift) - 100, heavy >> 10},
                                               {static_cast<std::int64_t>(shift) + 500, 1}})}) {
      std::vector<double> cells;
      for (int i = 0; i < 401; ++i) cells.push_back(shift + i);
      for (int i = 0; i < 20; ++i)
        EXPECT_NEAR(static_cast<double>(
                        cell_quantile(sorted(cells), 201, prior, rho_grant("0.5"), bits, "s")->value().cell),
                    shift + 200, 60);
    }
}

TEST(CellQuantile, ReceiptsAndRefusals) {
  SeededBits bits(13);
  const auto poor = cell_quantile(sorted({1, 2}), 1, CellPrior({{lowest, 1}}), rho_grant("1e-24"), bits, "s");
  ASSERT_FALSE(poor);
  EXPECT_EQ(poor.error().kind, ErrorKind::bad_parameter);
  EXPECT_EQ(bits.word(), SeededBits(13).word());
  // No cell at all, or a rank that nobody has.
  for (const std::uint64_t rank : {0U, 1U, 99U}) {
    const auto found = cell_quantile(sorted({a_gap, a_gap}), rank, CellPrior({{lowest, 1}}), rho_grant("2/7"),
                                     bits, "centre");
    ASSERT_TRUE(found);
    EXPECT_EQ(found->receipt().total(), ratio(2, 7));
    EXPECT_EQ(found->receipt().steps()[0].name, "centre");
  }
}

} // namespace cell_quantile_test
} // namespace poise::internal
