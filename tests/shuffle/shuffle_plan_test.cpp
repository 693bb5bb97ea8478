// What a plan promises, added up anew in long doubles and closed forms: none of the library's own accounting.
#include "poise/shuffle/shuffle_plan.h"

#include "poise/protocol/own_row.h"
#include "shuffle/shuffle_session.h"

#include <cmath>
#include <gtest/gtest.h>
#include <map>

namespace poise::internal {
namespace shuffle_plan_test {

using Real = long double;

Real real(const Rational &value) {
  return static_cast<Real>(value.get_d()); // 2^-53 of it is lost; every comparison here leaves more
}

// D_alpha of one report that moves between bins of Poisson(mu) dummies:
// ln(E[X^alpha] E[(X + 1)^-alpha]) / (alpha - 1), summed term by term around the mode.
Real poisson_divergence_by_hand(Real mu, unsigned order) {
  const Real alpha = order, wide = 25 * std::sqrt(mu) + 30 * alpha;
  const Real mode = std::floor(mu);
  Real total = 0, up = 0, down = 0;
  const auto take = [&](Real k, Real mass) {
    total += mass;
    up += mass * std::pow(k / mu, alpha);
    down += mass * std::pow((k + 1) / mu, -alpha);
  };
  Real mass = 1;
  for (Real k = mode; k <= mode + wide; ++k) {
    take(k, mass);
    mass *= mu / (k + 1);
  }
  mass = mode / mu;
  for (Real k = mode - 1; k >= std::max<Real>(0, mode - wide); --k) {
    take(k, mass);
    mass *= k / mu;
  }
  return std::log(up / total * (down / total)) / (alpha - 1);
}

// The zCDP of a sum of n discrete Gaussians against a shift of length sqrt(square) in d dimensions.
Real gaussians_by_hand(Real variance, Real square, Real d, Real n) {
  const Real pi = std::acos(Real{-1});
  Real tau = 0;
  for (Real k = 1; k < std::min<Real>(n, 2000); ++k)
    tau += 10 * std::exp(-2 * pi * pi * variance * k / (k + 1));
  if (n > 2000) tau += 10 * (n - 2000) * std::exp(-2 * pi * pi * variance * 2000 / 2001);
  const Real plain = square / (n * variance), root = std::sqrt(plain) + tau * std::sqrt(d);
  return std::min(root * root, plain + tau * d / 2) / 2;
}

struct Bill {
  Real divergence = 0; // at the plan's order, of all steps
  Real dummies = 0;    // mass that trees set aside
  Real instances = 0;  // sums that travel as shares
};

// Whether shares hide enough: (2 s + ln2 |G|) / (log2 n - log2 e) + 2 of them.
void expect_enough_shares(const ShareShape &shape, const ShufflePlan &plan) {
  const Real bits = Real{8} * shape.word_bytes * shape.block;
  const Real needed = (2 * static_cast<Real>(plan.security_bits) + bits) /
                          ((std::log(static_cast<Real>(plan.honest)) - 1) / std::log(Real{2})) +
                      2;
  EXPECT_GE(static_cast<Real>(shape.shares), needed * (1 - 1e-15L));
  EXPECT_LT(static_cast<Real>(shape.shares), needed + 1.001L);
}

Bill bill_of(const CountPlan &count, const ShufflePlan &plan) {
  const auto honest = static_cast<Real>(plan.honest);
  if (const auto *const tree = std::get_if<TreePlan>(&count.how)) {
    EXPECT_EQ(tree->shape, (TreeShape{count.coordinates, count.levels}));
    const Real bins =
        static_cast<Real>(count.coordinates) * (std::ldexp(Real{2}, static_cast<int>(count.levels)) - 2);
    const Real mu = real(tree->dummies_a_head) * honest / bins; // what the honest ones really bring
    EXPECT_NEAR(static_cast<double>(mu / real(Rational(tree->dummies_a_bin))), 1, 1e-12);
    const Real reports = static_cast<Real>(count.coordinates) * count.levels;
    return {reports * poisson_divergence_by_hand(mu, plan.budget.order), reports * std::exp(-mu), 0};
  }
  const auto &search = std::get<SharePlan>(count.how);
  expect_enough_shares(search.shape, plan);
  EXPECT_EQ(search.shape.coordinates, count.coordinates);
  const auto gain = static_cast<Real>(search.gain), d = static_cast<Real>(count.coordinates);
  return {count.turns() * plan.budget.order *
              gaussians_by_hand(real(search.variance), gain * gain * d, d, honest),
          0, static_cast<Real>(count.turns()) * search.shape.blocks()};
}

Bill bill_of_sum(const Session &session, const ShufflePlan &plan, std::uint64_t radius) {
  const SharePlan sum = plan.sum_shares(session, radius).value();
  expect_enough_shares(sum.shape, plan);
  EXPECT_GE(sum.variance, 3);
  const auto width = static_cast<Real>(session.width()), gain = static_cast<Real>(sum.gain);
  const unsigned shift = coarse_shift(radius, session.width());
  const auto length = static_cast<Real>(coarse_radius(radius, shift, session.width()));
  // Words hold the sum of everyone at the radius, and the noise of everyone, 20 deviations of it.
  const auto people = static_cast<Real>(session.participants);
  EXPECT_LT(people * gain * length + 20 * std::sqrt(people * real(sum.variance)),
            std::ldexp(Real{1}, static_cast<int>(8 * sum.shape.word_bytes) - 1));
  return {plan.budget.order * gaussians_by_hand(real(sum.variance), 4 * gain * gain * length * length, width,
                                                static_cast<Real>(plan.honest)),
          0, static_cast<Real>(sum.shape.blocks())};
}

Bill operator+(const Bill &a, const Bill &b) {
  return {a.divergence + b.divergence, a.dummies + b.dummies, a.instances + b.instances};
}

// The whole delta: the conversion at one order, dummies, shares.
Real delta_of(const Bill &bill, const ShufflePlan &plan, Real epsilon) {
  const Real alpha = plan.budget.order;
  const Real main =
      std::exp((alpha - 1) * (bill.divergence - epsilon)) * std::pow(1 - 1 / alpha, alpha) / (alpha - 1);
  return main + bill.dummies +
         bill.instances * (1 + std::exp(epsilon)) *
             std::ldexp(Real{1}, -static_cast<int>(plan.security_bits));
}

Bill bill_of_counts(const ShufflePlan &plan) {
  const Bill bill = bill_of(plan.centre, plan) + bill_of(plan.radius, plan);
  return plan.reach ? bill + bill_of(*plan.reach, plan) : bill;
}

Bill whole_bill(const Session &session, const ShufflePlan &plan, std::uint64_t radius) {
  return bill_of_counts(plan) + bill_of_sum(session, plan, radius);
}

TEST(ShufflePlan, AllStepsTogetherFitThePromiseAndUseIt) {
  const std::pair<const char *, const char *> promises[] = {{"1", "1e-9"}, {"0.2", "1e-6"}, {"4", "1e-12"}};
  for (const auto &[epsilon, delta] : promises)
    for (const std::uint64_t n : {100U, 5'000U, 100'000U, 10'000'000U})
      for (const std::size_t columns : {1U, 6U, 256U})
        for (const std::uint64_t reach : {std::uint64_t{0}, std::uint64_t{1} << 30}) {
          const Session session = session_of(
              {.participants = n, .columns = columns, .epsilon = epsilon, .delta = delta, .reach = reach});
          const ShufflePlan plan = ShufflePlan::of(session).value();
          SCOPED_TRACE(std::string(epsilon) + " " + delta + " n=" + std::to_string(n) +
                       " d=" + std::to_string(columns) + " reach=" + std::to_string(reach));
          EXPECT_EQ(plan.reach.has_value(), reach == 0);
          const Bill counts = bill_of_counts(plan);
          for (const std::uint64_t radius : {std::uint64_t{1}, std::uint64_t{777}, std::uint64_t{1} << 27}) {
            const Bill bill = counts + bill_of_sum(session, plan, radius);
            const Real allowed = plan.budget.order * real(plan.budget.rho.exact());
            EXPECT_LE(bill.divergence, allowed * (1 + 1e-9L)) << radius;
            const Real spent = delta_of(bill, plan, std::stold(epsilon));
            EXPECT_LE(spent, std::stold(delta) * (1 + 1e-9L)) << radius;
            // Where more dummies than the divergence needs are there for the sake of delta, less is spent.
            const bool bounded_by_delta = bill.dummies > 1e-4L * std::stold(delta);
            if (!bounded_by_delta) {
              EXPECT_GE(bill.divergence, 0.97L * allowed) << radius;
            }
          }
        }
}

TEST(ShufflePlan, ATenthLessNoiseInAnyOneStepWouldBeSeen) {
  const Session session = session_of({.participants = 100'000, .columns = 8});
  const ShufflePlan plan = ShufflePlan::of(session).value();
  const Real allowed = real(Rational("1/1000000000"));
  EXPECT_LE(delta_of(whole_bill(session, plan, 5000), plan, 1), allowed);
  const auto quieter = [](CountPlan count) {
    if (auto *const tree = std::get_if<TreePlan>(&count.how)) {
      tree->dummies_a_head *= ratio(9, 10);
      tree->dummies_a_bin = tree->dummies_a_bin * 9 / 10;
    } else {
      std::get<SharePlan>(count.how).variance *= ratio(9, 10);
    }
    return count;
  };
  for (const Step step : {Step::centre, Step::radius}) {
    ShufflePlan weak = plan;
    (step == Step::centre ? weak.centre : weak.radius) = quieter(plan.count(step));
    EXPECT_GT(delta_of(whole_bill(session, weak, 5000), plan, 1), allowed) << name_of(step);
  }
  ShufflePlan weak = plan;
  weak.sum = Rho::of(plan.sum.exact() * ratio(10, 9)).value();
  EXPECT_GT(delta_of(whole_bill(session, weak, 5000), plan, 1), allowed);
}

// Ten turns of as many blocks as there are columns at most, one sum, and two searches of eight turns.
TEST(ShufflePlan, SharesOfAllRoundsTogetherCostAHundredthOfDelta) {
  for (const std::size_t columns : {1U, 8U, 300U}) {
    const Session session = session_of({.participants = 3000, .columns = columns, .reach = 0});
    const ShufflePlan plan = ShufflePlan::of(session).value();
    const Real instances = static_cast<Real>(session.width()) * 11 + 16;
    const Real part =
        instances * (1 + std::exp(Real{1})) * std::ldexp(Real{1}, -static_cast<int>(plan.security_bits));
    EXPECT_LE(part, 1e-11L);
    EXPECT_GT(2 * part, 1e-11L); // a bit less would not do
    EXPECT_LE(whole_bill(session, plan, 1000).instances, instances);
  }
}

// Bytes of both ways, from the shapes: records of 18 bytes and their payload, sealed in 48.
Real search_bytes(const CountPlan &count) {
  const ShareShape &shape = std::get<SharePlan>(count.how).shape;
  return static_cast<Real>(count.levels) * shape.blocks() * shape.shares *
         (48 + 18 + shape.block * shape.word_bytes);
}

Real tree_bytes(const CountPlan &count, const ShufflePlan &plan) {
  const Real reports = static_cast<Real>(count.coordinates) * count.levels;
  const Real bins =
      static_cast<Real>(count.coordinates) * (std::ldexp(Real{2}, static_cast<int>(count.levels)) - 2);
  // The least mean that the step's share allows, by bisection on the divergence alone.
  Real low = 1, high = 4 * reports / real(count.rho.exact()) + 1000;
  const Real allowed = plan.budget.order * real(count.rho.exact());
  while (high - low > 3e-4L * high) {
    const Real middle = (low + high) / 2;
    (reports * poisson_divergence_by_hand(middle, plan.budget.order) <= allowed ? high : low) = middle;
  }
  return (reports + high * bins / static_cast<Real>(plan.honest)) * (48 + 18 + 8);
}

// The same for a search: the least gain that leaves every share a variance of 3, and blocks of the best size.
Real search_bytes_by_hand(const CountPlan &count, const ShufflePlan &plan, std::uint64_t participants) {
  const Real rho = real(count.rho.exact()) / count.levels, honest = static_cast<Real>(plan.honest);
  const Real gain = std::ceil(std::sqrt(6 * rho * honest / count.coordinates));
  const Real variance = std::max<Real>(3, gain * gain * count.coordinates / (2 * rho * honest));
  const auto people = static_cast<Real>(participants);
  const Real largest = gain * people + 64 * std::sqrt(variance * people);
  int word = 3;
  while (largest >= std::ldexp(Real{1}, 8 * word - 1)) ++word;
  Real least = HUGE_VALL;
  for (std::uint32_t block = 1; block <= std::min(32U, count.coordinates); ++block) {
    const Real bits = 8 * static_cast<Real>(word) * block;
    const Real shares = std::ceil((2 * static_cast<Real>(plan.security_bits) + bits) /
                                  ((std::log(honest) - 1) / std::log(Real{2}))) +
                        2;
    const Real blocks = std::ceil(static_cast<Real>(count.coordinates) / block);
    least = std::min(least, blocks * shares * (48 + 18 + static_cast<Real>(word) * block));
  }
  return least * count.levels;
}

TEST(ShufflePlan, TakesTheCheaperOfTreeAndSearch) {
  std::map<bool, int> chosen;
  for (const std::uint64_t n : {30'000U, 100'000U, 1'000'000U, 3'000'000U, 10'000'000U, 100'000'000U}) {
    const Session session = session_of({.participants = n, .columns = 8});
    const ShufflePlan plan = ShufflePlan::of(session).value();
    for (const CountPlan *const count : {&plan.centre, &plan.radius}) {
      ++chosen[count->by_tree()];
      const Real tree = tree_bytes(*count, plan), search = search_bytes_by_hand(*count, plan, n);
      EXPECT_EQ(count->turns(), count->by_tree() ? 1U : count->levels);
      if (count->by_tree()) {
        EXPECT_NEAR(static_cast<double>(bytes_per_participant(std::get<TreePlan>(count->how)) / tree), 1,
                    2e-3)
            << n;
        EXPECT_LE(tree, search * 1.002L) << n;
      } else {
        EXPECT_EQ(search_bytes(*count), search);
        EXPECT_LE(search, tree * 1.002L) << n;
      }
    }
  }
  EXPECT_GT(chosen[true], 0);
  EXPECT_GT(chosen[false], 0);
}

// Where one takes the place of the other, they cost the same.
TEST(ShufflePlan, TurnsFromSearchToTreeOnceAsParticipantsGrow) {
  const auto plan_at = [](std::uint64_t n) {
    return ShufflePlan::of(session_of({.participants = n, .columns = 8})).value();
  };
  ASSERT_FALSE(plan_at(100'000).centre.by_tree());
  std::uint64_t low = 100'000, high = 100'000'000;
  ASSERT_TRUE(plan_at(high).centre.by_tree());
  while (high - low > high / 200) {
    const std::uint64_t middle = low + (high - low) / 2;
    (plan_at(middle).centre.by_tree() ? high : low) = middle;
  }
  const ShufflePlan before = plan_at(low), behind = plan_at(high);
  const Real search = search_bytes(before.centre), tree = tree_bytes(behind.centre, behind);
  EXPECT_LE(search, tree_bytes(before.centre, before) * 1.002L);
  EXPECT_NEAR(static_cast<double>(tree / search), 1, 0.05);
}

TEST(ShufflePlan, CountsOnNoMoreHonestParticipantsThanTheSessionSays) {
  const std::pair<Rational, std::uint64_t> cases[] = {
      {Rational(0), 10'001}, {ratio(1, 10), 9'001}, {ratio(1, 3), 6'668}, {ratio(9, 10), 1'001}};
  for (const auto &[dishonest, honest] : cases) {
    const Session session = session_of({.participants = 10'001, .columns = 5, .dishonest = dishonest});
    const ShufflePlan plan = ShufflePlan::of(session).value();
    EXPECT_EQ(plan.honest, honest);
    // Noise, dummies and shares are those of the honest: the bill, which counts on them alone, adds up.
    const Bill bill = whole_bill(session, plan, 4000);
    const Real allowed = plan.budget.order * real(plan.budget.rho.exact());
    EXPECT_LE(bill.divergence, allowed * (1 + 1e-9L));
    EXPECT_GE(bill.divergence, 0.97L * allowed);
  }
}

TEST(ShufflePlan, RefusesWhereTooFewAreHonest) {
  // Range counts could do with trees, but the sum needs shares, and those at least 19 participants.
  EXPECT_FALSE(ShufflePlan::of(session_of({.participants = 20})));
  EXPECT_TRUE(ShufflePlan::of(session_of({.participants = 21})));
  EXPECT_FALSE(ShufflePlan::of(session_of({.participants = 36, .dishonest = ratio(1, 2)})));
  EXPECT_TRUE(ShufflePlan::of(session_of({.participants = 37, .dishonest = ratio(1, 2)})));
}

TEST(ShufflePlan, CountsSmallRadiiInFinerUnits) {
  const Session session = session_of({.participants = 10'000'000, .columns = 4});
  const ShufflePlan plan = ShufflePlan::of(session).value();
  const SharePlan tiny = plan.sum_shares(session, 1).value(),
                  large = plan.sum_shares(session, 1 << 20).value();
  EXPECT_GT(tiny.gain, 1U);
  EXPECT_EQ(large.gain, 1U);
  EXPECT_GE(tiny.variance, 3);
  EXPECT_LT(tiny.variance, 20); // and no finer than it must be
}

TEST(ShufflePlan, SharesOfTheReceiptAreTheStepsRhos) {
  for (const std::uint64_t reach : {0U, 1000U}) {
    const Session session = session_of({.participants = 50'000, .columns = 6, .reach = reach});
    const ShufflePlan plan = ShufflePlan::of(session).value();
    Rational total = plan.centre.rho.exact() + plan.radius.rho.exact() + plan.sum.exact();
    if (plan.reach) total += plan.reach->rho.exact();
    EXPECT_EQ(total, plan.budget.rho.exact());
    EXPECT_EQ(plan.schedule().size(), shuffle_shares(reach == 0).size());
    EXPECT_EQ(shuffle_budget(std::get<ShuffleBudget>(session.budget).promise).value().rho, plan.budget.rho);
  }
}

// Every bucket of a ladder has a leaf of its own, whatever reach a round names: leaves beyond would throw.
TEST(ShufflePlan, LaddersFitTheirLeaves) {
  for (const std::size_t columns : {1U, 2U, 5U, 64U, 16384U}) {
    const Session session = session_of({.participants = 1000, .columns = columns, .reach = 0});
    const std::uint32_t leaves = 256; // 2^8, as the plan of every session has it
    EXPECT_LE(RadiusLadder::anywhere(session.width(), leaves).buckets(), leaves);
    for (int bit = 0; bit <= 50; ++bit)
      for (const int off : {-1, 0, 1}) {
        const auto reach = static_cast<std::uint64_t>((std::int64_t{1} << bit) + off);
        if (reach == 0 || reach > Session::most_reach) continue;
        EXPECT_LE(RadiusLadder::around_centre(reach, session.width(), 1024, leaves).buckets(), leaves)
            << columns << " " << reach;
      }
  }
}

} // namespace shuffle_plan_test
} // namespace poise::internal
