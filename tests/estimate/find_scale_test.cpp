// How far apart people are: by its exact law, over all secret orders, no pair of neighbours loses more than
// promised; the code has that law, and lands where it should.
#include "poise/estimate/search/find_scale.h"

#include "estimate/universal_laws.h"
#include "poise/privacy/theorem/pure_to_zcdp.h"
#include "poise/random/sampler/permutation.h"
#include "poise/random/seeded_bits.h"
#include "poise/random/system_bits.h"
#include "statistical/goodness_of_fit.h"

#include <gtest/gtest.h>
#include <numeric>

namespace poise::internal {
namespace find_scale_test {

constexpr long lowest = lowest_octave, highest = highest_octave, nothing = lowest - 1; // octaves
const UniversalOptions published{.version = UniversalVersion::published};
const UniversalOptions tuned{.version = UniversalVersion::tuned};

Table table_of(const std::vector<double> &cells) { return Table::dense({"x"}, cells).value(); }

// 2^(octave - 1), where a search ended at an octave; nothing below the lowest.
long scale_below(long octave) { return octave == lowest ? nothing : octave - 1; }

std::vector<long> octaves(long first, long last) {
  std::vector<long> list(static_cast<std::size_t>(last - first + 1));
  std::iota(list.begin(), list.end(), first);
  return list;
}

// Half of the median distance, among powers of two.
QuantileLaw tuned_law(const std::vector<long> &pairs, const Rational &epsilon, long double more) {
  QuantileLaw scales;
  for (const auto &[octave, mass] :
       octave_law(pairs, static_cast<long>(pairs.size() + 1) / 2, more * number(epsilon) / 2))
    scales[scale_below(octave)] += mass;
  return scales;
}

// One upwards from 2^0, one downwards from it, half the budget each. The second counts if the first ended at
// once.
QuantileLaw published_law(const std::vector<long> &pairs, const Rational &epsilon, long double more) {
  const Rational threshold = ratio(3 * Integer(pairs.size()), 16), half = epsilon / 2;
  const auto rates = rates_by_hand(half, SparseVectorNoise::textbook, more);
  const auto from_one = octaves(0, highest), to_one = octaves(lowest, 0);
  const auto up = sparse_vector_law(counts_within(pairs, from_one), {.threshold = threshold}, rates);
  const auto down =
      sparse_vector_law(counts_within(pairs, to_one), {.threshold = threshold, .walk = Walk::down}, rates);
  QuantileLaw scales;
  for (std::size_t i = 1; i < up.size(); ++i)
    scales[scale_below(from_one[std::min(i, from_one.size() - 1)])] += up[i];
  for (std::size_t j = 0; j < down.size(); ++j)
    scales[j < to_one.size() ? scale_below(-static_cast<long>(j)) : nothing] += up[0] * down[j];
  return scales;
}

// Laws of pairs are kept: many orders have the same ones.
class ScaleLaws {
public:
  ScaleLaws(UniversalVersion version, Rational epsilon, long double more = 1)
      : version_(version), epsilon_(std::move(epsilon)), more_(more) {}

  // Every order of the rows is as likely as every other.
  QuantileLaw operator()(const std::vector<long> &cells) {
    std::vector<std::size_t> order(cells.size());
    std::iota(order.begin(), order.end(), 0U);
    std::map<std::vector<long>, long> pairings;
    long orders = 0;
    do {
      std::vector<long> pairs;
      for (std::size_t i = 0; i + 1 < order.size(); i += 2)
        pairs.push_back(octave_of(std::fabs(static_cast<double>(cells[order[i]] - cells[order[i + 1]]))));
      std::ranges::sort(pairs);
      ++pairings[pairs];
      ++orders;
    } while (std::ranges::next_permutation(order).found);
    QuantileLaw law;
    for (const auto &[pairs, times] : pairings)
      for (const auto &[scale, mass] : of_pairs(pairs))
        law[scale] += mass * static_cast<long double>(times) / static_cast<long double>(orders);
    return law;
  }

  const QuantileLaw &of_pairs(const std::vector<long> &pairs) {
    if (const auto known = known_.find(pairs); known != known_.end()) return known->second;
    return known_[pairs] = version_ == UniversalVersion::tuned ? tuned_law(pairs, epsilon_, more_)
                                                               : published_law(pairs, epsilon_, more_);
  }

private:
  UniversalVersion version_;
  Rational epsilon_;
  long double more_;
  std::map<std::vector<long>, QuantileLaw> known_;
};

// Ties, small and large distances; two pairs, or one and somebody left over.
TEST(FindScale, NoPairOfNeighboursLosesMoreThanEpsilonOverAllSecretOrders) {
  for (const UniversalVersion version : {UniversalVersion::published, UniversalVersion::tuned})
    for (const Rational &epsilon : {Rational(4)}) {
      ScaleLaws laws(version, epsilon);
      for (const std::size_t rows : {2U, 3U, 4U})
        EXPECT_LE(worst_loss(tables_of(rows, {0, 1, 1000}), std::ref(laws), pure_loss),
                  number(epsilon) * (1 + 1e-9L));
    }
}

TEST(FindScale, NoPairOfNeighboursLosesMoreThanRhoAtAnyOrder) {
  const Rational rho = 2, epsilon = 4; // tuned: a rate of the root of 2 rho
  // Published: two searches with half the rho each have more than half the epsilon.
  const Rational of_half = 2 * pure_for_zcdp(Rho::of(rho / 2).value())->exact();
  for (const UniversalVersion version : {UniversalVersion::published, UniversalVersion::tuned}) {
    ScaleLaws laws(version, version == UniversalVersion::tuned ? epsilon : of_half);
    for (const long double alpha : {1.01L, 2.0L, 30.0L})
      EXPECT_LE(worst_loss(tables_of(4, {0, 1, 1000}), std::ref(laws),
                           [&](const auto &p, const auto &q) { return renyi(p, q, alpha); }),
                alpha * number(rho) * (1 + 1e-9L));
  }
}

// One pair, once in the middle and once as far as can be.
TEST(FindScale, AFifthLessNoiseWouldLoseMoreThanEpsilon) {
  const auto loss = [](UniversalVersion version, const Rational &epsilon, long double more) {
    ScaleLaws laws(version, epsilon, more);
    return worst_loss(
        {{lowest}, {lowest + 1}, {0}, {1}, {highest - 4}},
        [&](const auto &pair) { return laws.of_pairs(pair); }, pure_loss);
  };
  EXPECT_LE(loss(UniversalVersion::tuned, 12, 1), 12 * (1 + 1e-9L));
  EXPECT_GT(loss(UniversalVersion::tuned, 12, 1.25L), 12.2L);
  // The published searches spend more than they need: the one decides where the other does not, and nested
  // counts need three quarters of the textbook's noise. What they lose is told by their noise all the same.
  EXPECT_LE(loss(UniversalVersion::published, 6, 1), 3.0L);
  EXPECT_GT(loss(UniversalVersion::published, 6, 1), 2.2L);
  EXPECT_GT(loss(UniversalVersion::published, 6, 1.25L), 2.7L);
}

std::optional<int> scale_of(const Table &table, Grant<Epsilon> grant, Bits &bits,
                            const UniversalOptions &options) {
  const auto pairs = pair_distances(table, permutation(table.rows(), bits), alone()).value();
  return find_scale(*pairs, std::move(grant), bits, options, alone())->octave;
}

// False alarm at most 1e-6 each (goodness_of_fit.h).
TEST(FindScale, OutcomesHaveTheLawOfTheDefinitionOverAllSecretOrders) {
  const std::vector<long> cells = {0, 1, 1, 6};
  const Table table = table_of({0, 1, 1, 6});
  for (const UniversalVersion version : {UniversalVersion::published, UniversalVersion::tuned}) {
    SeededBits bits(51, static_cast<std::uint64_t>(version));
    const Rational epsilon = version == UniversalVersion::tuned ? 3 : 8; // where the law tells the noise
    const auto drawn = statistical::count(2000, [&] {
      return scale_of(table, pure_grant(epsilon), bits, {.version = version})
          .value_or(static_cast<int>(nothing));
    });
    const auto mass = [&](long double more) {
      return [law = ScaleLaws(version, epsilon, more)(cells)](std::int64_t x) {
        const auto at = law.find(x);
        return at == law.end() ? 0.0 : static_cast<double>(at->second);
      };
    };
    EXPECT_EQ(statistical::misfit(drawn, mass(1), nothing, highest - 1), "");
    EXPECT_NE(statistical::misfit(drawn, mass(1.8L), nothing, highest - 1), "");
  }
}

TEST(FindScale, WithRhoItHasTheLawOfTheEpsilonsItBuys) {
  const std::vector<long> pairs = {0, 2};
  const Rational rho = 2, whole = 4; // tuned: a rate of the root of 2 rho
  const Rational of_half = 2 * pure_for_zcdp(Rho::of(rho / 2).value())->exact();
  const auto rows =
      pair_distances(table_of({0, 1, 5, 8}), std::vector<std::uint64_t>{0, 1, 2, 3}, alone()).value();
  for (const UniversalVersion version : {UniversalVersion::published, UniversalVersion::tuned}) {
    SeededBits bits(52, static_cast<std::uint64_t>(version));
    const auto drawn = statistical::count(150, [&] {
      return find_scale(*rows, rho_grant(rho), bits, {.version = version}, alone())->octave.value_or(nothing);
    });
    const auto mass = [&](long double more) {
      ScaleLaws laws(version, version == UniversalVersion::tuned ? whole : of_half, more);
      return [law = laws.of_pairs(pairs)](std::int64_t x) {
        const auto at = law.find(x);
        return at == law.end() ? 0.0 : static_cast<double>(at->second);
      };
    };
    EXPECT_EQ(statistical::misfit(drawn, mass(1), nothing, highest - 1), "");
    EXPECT_NE(statistical::misfit(drawn, mass(4), nothing, highest - 1), "");
  }
}

// With much budget it is one octave below the first that more than 3/16 of the pairs are within.
TEST(FindScale, WithMuchBudgetIsWhatTheDefinitionSays) {
  for (const UniversalOptions &options : {published, tuned}) {
    SeededBits bits(53);
    const auto scale = [&](const std::vector<double> &cells) {
      return scale_of(table_of(cells), pure_grant(100'000), bits, options);
    };
    EXPECT_EQ(scale({0, 1}),
              options.version == UniversalVersion::tuned ? -1 : -2); // a count may be its own end
    EXPECT_EQ(scale({0, 8}), 2);
    EXPECT_EQ(scale({0, 9}), 3);
    EXPECT_EQ(scale({-5, -5}), std::nullopt);
    EXPECT_EQ(scale({1e308, -1e308}), 1023);
    EXPECT_EQ(scale({0, 5e-324}), std::nullopt); // the least distance: nothing is below it
    EXPECT_EQ(scale(std::vector<double>(50, 7.0)), std::nullopt);
    const auto least = scale({0, 15e-324});
    ASSERT_TRUE(least);
    EXPECT_LE(*least, -1072);
    EXPECT_GE(*least, -1074);
    const double infinity = std::numeric_limits<double>::infinity();
    EXPECT_EQ(scale({infinity, -infinity}), 1023);
    EXPECT_EQ(scale({infinity, infinity}), std::nullopt);
  }
}

// Distances of uniform numbers: within x are 2 x - x^2 of them, 3/16 within 0.098 and half within 0.29.
TEST(FindScale, IsBelowTheInterquartileRangeAndNotFarBelow) {
  SeededBits dice(54);
  std::vector<double> cells;
  for (int i = 0; i < 8000; ++i) cells.push_back(static_cast<double>(dice.word() >> 11) * 0x1p-53);
  for (const UniversalOptions &options : {published, tuned})
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      SeededBits bits(55, seed);
      const auto scale = scale_of(table_of(cells), pure_grant(1), bits, options);
      ASSERT_TRUE(scale);
      EXPECT_GE(*scale, -6);
      EXPECT_LE(*scale, -1);
    }
}

TEST(FindScale, SpendsItsGrantUnderItsNames) {
  const auto rows =
      pair_distances(table_of({0, 1, 5, 8}), std::vector<std::uint64_t>{0, 1, 2, 3}, alone()).value();
  SeededBits seeded(1);
  SystemBits system;
  const auto one = find_scale(*rows, pure_grant(ratio(1, 7)), seeded, tuned, alone()).value();
  EXPECT_EQ(one.spent.receipt().total(), ratio(1, 7));
  ASSERT_EQ(one.spent.receipt().steps().size(), 1U);
  EXPECT_EQ(one.spent.receipt().steps()[0].name, "scale");
  EXPECT_FALSE(one.spent.is_private());
  const auto two = find_scale(*rows, rho_grant(ratio(1, 7)), system, published, alone()).value();
  EXPECT_EQ(two.spent.receipt().total(), ratio(1, 7));
  ASSERT_EQ(two.spent.receipt().steps().size(), 2U);
  EXPECT_EQ(two.spent.receipt().steps()[0].amount.exact(), ratio(1, 14));
  EXPECT_EQ(two.spent.receipt().steps()[1].name, "scale downwards");
  EXPECT_TRUE(two.spent.is_private());
}

} // namespace find_scale_test
} // namespace poise::internal
