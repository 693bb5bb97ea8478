// Quantiles among powers of two: no pair of neighbours loses more than promised by the exact law, the code
// has that law, and the error is as told.
#include "poise/estimate/search/octave_ladder.h"

#include "aggregate/any_rows.h"
#include "estimate/universal_laws.h"
#include "poise/random/seeded_bits.h"
#include "poise/random/system_bits.h"
#include "statistical/goodness_of_fit.h"

#include <gtest/gtest.h>

namespace poise::internal {
namespace octave_ladder_test {

constexpr long nothing = lowest_octave - 1;

std::shared_ptr<const GridRows> rungs_of(const std::vector<long> &rungs) {
  const Plain plain{1, {rungs.begin(), rungs.end()}, Grid::of(0, -Rungs::lowest).value()};
  return on_grid(dense_table(plain), plain.grid).value();
}

// The octave that a rung lies within: rounded up.
std::vector<long> octaves_of(const std::vector<long> &rungs) {
  std::vector<long> octaves;
  for (const long rung : rungs)
    octaves.push_back(static_cast<long>(std::ceil(static_cast<double>(rung) / 4)));
  return octaves;
}

// The very ends, common numbers, and ones so large that nobody expects them.
const std::vector<long> kinds = {lowest_octave, -3, 0, 5, highest_octave};

TEST(OctaveLadder, NoPairOfNeighboursLosesMoreThanEpsilon) {
  for (const Rational &epsilon : {ratio(1, 3), Rational(3), Rational(12)})
    for (const long rank : {1L, 2L, 3L})
      EXPECT_LE(worst_loss(
                    tables_of(3, kinds),
                    [&](const auto &octaves) { return octave_law(octaves, rank, number(epsilon) / 2); },
                    pure_loss),
                number(epsilon) * (1 + 1e-9L));
}

TEST(OctaveLadder, NoPairOfNeighboursLosesMoreThanRhoAtAnyOrder) {
  for (const Rational &rho : {ratio(1, 50), Rational(2)})
    for (const long double alpha : {1.01L, 2.0L, 30.0L})
      EXPECT_LE(worst_loss(
                    tables_of(3, kinds),
                    [&](const auto &octaves) { return octave_law(octaves, 2, std::sqrt(2 * number(rho))); },
                    [&](const auto &p, const auto &q) { return renyi(p, q, alpha); }),
                alpha * number(rho) * (1 + 1e-9L));
}

TEST(OctaveLadder, AFifthLessNoiseWouldLoseMoreThanEpsilon) {
  const auto loss = [](long double rate) {
    return worst_loss(
        tables_of(1, kinds), [&](const auto &octaves) { return octave_law(octaves, 1, rate); }, pure_loss);
  };
  EXPECT_GT(loss(6), 0.9L * 12);
  EXPECT_GT(loss(6 * 1.25L), 1.1L * 12);
}

// Rungs between octaves belong to the next. False alarm at most 1e-6 each (goodness_of_fit.h).
TEST(OctaveLadder, OutcomesHaveTheLawOfTheDefinitionPriorAndAll) {
  const std::vector<long> rungs = {Rungs::lowest, -7, 3, 9, 17, 4000};
  const auto rows = rungs_of(rungs);
  for (const long rank : {1L, 3L, 6L}) {
    SeededBits bits(61, static_cast<std::uint64_t>(rank));
    const auto place = static_cast<std::uint64_t>(rank);
    const auto pure = statistical::count(1200, [&] {
      return find_octave(*rows, place, pure_grant(2), bits, "o", alone())->octave.value_or(lowest_octave);
    });
    const auto zcdp = statistical::count(1200, [&] {
      return find_octave(*rows, place, rho_grant(ratio(1, 2)), bits, "o", alone())
          ->octave.value_or(lowest_octave);
    });
    const auto fits = [&](const statistical::Counts &drawn, long double rate, long shift) {
      const auto law = octave_law(octaves_of(rungs), rank, rate);
      return statistical::misfit(
                 drawn,
                 [&](std::int64_t x) {
                   const auto at = law.find(x - shift);
                   return at == law.end() ? 0.0 : static_cast<double>(at->second);
                 },
                 lowest_octave, highest_octave)
          .empty();
    };
    for (const auto &drawn : {pure, zcdp}) { // a rate of 1 for both
      EXPECT_TRUE(fits(drawn, 1, 0)) << rank;
      EXPECT_FALSE(fits(drawn, 1.7L, 0)) << rank;
      EXPECT_FALSE(fits(drawn, 1, 1)) << rank; // another prior
    }
  }
}

TEST(OctaveLadder, WithMuchBudgetIsTheOctaveOfTheRankAndNothingForTheLowest) {
  SeededBits bits(62);
  const auto octave = [&](const std::vector<long> &rungs, std::uint64_t rank) {
    const auto found = find_octave(*rungs_of(rungs), rank, pure_grant(100'000), bits, "o", alone());
    return found->octave.value_or(static_cast<int>(nothing));
  };
  EXPECT_EQ(octave({0, 4, 8}, 1), 0);
  EXPECT_EQ(octave({0, 4, 8}, 2), 1);
  EXPECT_EQ(octave({0, 5, 8}, 2), 2);
  EXPECT_EQ(octave({0, -1, -3, -4}, 4), 0);
  EXPECT_EQ(octave({0, -1, -3, -4}, 1), -1);
  EXPECT_EQ(octave({Rungs::highest, 0}, 2), highest_octave);
  EXPECT_EQ(octave({Rungs::lowest, 0}, 1), nothing);
  EXPECT_EQ(octave({Rungs::lowest + 1, 0}, 1), lowest_octave + 1);
}

// By the exact law, where every other octave is off by just so many rows; and by draws.
TEST(OctaveError, HoldsWithTheChanceItNames) {
  for (const int away : {0, 5, -64, 1024})
    for (const Rational &beta : {ratio(1, 10), ratio(1, 1'000'000)}) {
      const long error = octave_error(Epsilon::parse("1").value(), away, beta)->get_si();
      const auto wrong = [&](long rows_off) { // rank so many, of twice as many
        const std::vector<long> all(static_cast<std::size_t>(2 * rows_off), away);
        return 1 - octave_law(all, rows_off, 0.5L).at(away);
      };
      EXPECT_LE(wrong(error), number(beta)) << away;
      EXPECT_GT(wrong(error / 2), number(beta)) << away; // and says no more than it has to
      // A rate of 1/2 for both.
      EXPECT_EQ(octave_error(Rho::parse("1/8").value(), away, beta)->get_si(), error);
    }
  EXPECT_FALSE(octave_error(Epsilon::parse("1e-12").value(), 0, ratio(1, 10)));
  EXPECT_FALSE(octave_error(Rho::parse("1e-24").value(), 0, ratio(1, 10)));
}

// At most beta of the draws are off by so much: 1000 draws with beta = 0.1 are off 160 times with a chance of
// less than 1e-6 (Chernoff).
TEST(OctaveError, IsKeptByTheCode) {
  const long error = octave_error(Epsilon::parse("1").value(), 5, ratio(1, 10))->get_si();
  const auto rows = rungs_of(std::vector<long>(static_cast<std::size_t>(2 * error), 4L * 5));
  SeededBits bits(63);
  int off = 0;
  for (int i = 0; i < 1000; ++i)
    off +=
        find_octave(*rows, static_cast<std::uint64_t>(error), pure_grant(1), bits, "o", alone())->octave != 5;
  EXPECT_LT(off, 160);
  EXPECT_GT(off, 0);
}

TEST(OctaveLadder, SpendsItsGrantUnderItsName) {
  const auto rows = rungs_of({0, 4, 8});
  SeededBits seeded(64);
  SystemBits system;
  const auto pure = find_octave(*rows, 2, pure_grant(ratio(1, 7)), seeded, "magnitude", alone()).value();
  EXPECT_EQ(pure.spent.receipt().total(), ratio(1, 7));
  ASSERT_EQ(pure.spent.receipt().steps().size(), 1U);
  EXPECT_EQ(pure.spent.receipt().steps()[0].name, "magnitude");
  EXPECT_FALSE(pure.spent.is_private());
  const auto zcdp = find_octave(*rows, 2, rho_grant(ratio(2, 7)), system, "scale", alone()).value();
  EXPECT_EQ(zcdp.spent.receipt().total(), ratio(2, 7));
  EXPECT_TRUE(zcdp.spent.is_private());
  const auto refused = find_octave(*rows, 2, pure_grant(ratio(1, power_of_two(70))), seeded, "o", alone());
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::bad_parameter);
}

} // namespace octave_ladder_test
} // namespace poise::internal
