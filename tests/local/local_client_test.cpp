// What a participant sends: its exact law in every round, and what it refuses to answer.
#include "poise/local/local_client.h"

#include "local/local_rounds.h"
#include "oracle/exact_masses.h"
#include "statistical/goodness_of_fit.h"

#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <rapidcheck/gtest.h>

namespace poise::internal {
namespace local_client_test {

using Law = std::map<std::int64_t, double>;
using Row = std::vector<std::int64_t>;

Rho rho(const char *text) { return Rho::parse(text).value(); }
double flip_chance(double epsilon) { return 1 / (1 + std::exp(epsilon)); }

std::uint64_t number_in(const Bytes &bytes, std::size_t at, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < size; ++i) value |= std::uint64_t{bytes[at + i]} << (8 * i);
  return value;
}

std::int64_t cell_in(const Bytes &payload, std::size_t at, std::size_t size) {
  const std::uint64_t value = number_in(payload, at, size);
  return size == 4 ? static_cast<std::int32_t>(static_cast<std::uint32_t>(value))
                   : static_cast<std::int64_t>(value);
}

// A Haar report of 32 bits as one number: 2^(level+1) + 2 row + bit.
std::int64_t haar_outcome(std::uint64_t word) {
  return (std::int64_t{1} << ((word >> 24 & 0x7f) + 1)) + 2 * static_cast<std::int64_t>(word & 0xffffff) +
         static_cast<std::int64_t>(word >> 31);
}

// The law of such reports from the definition, with flips of probability p.
Law haar_law(unsigned levels, std::uint32_t leaf, double p) {
  Law law;
  for (unsigned level = 0; level < levels; ++level) {
    const std::uint32_t nodes = 1U << level, node_leaves = (1U << levels) / nodes, node = leaf / node_leaves;
    for (std::uint32_t row = 0; row < nodes; ++row) {
      const bool left = leaf % node_leaves < node_leaves / 2;
      const bool plus = left == (std::popcount(row & node) % 2 == 0);
      const std::int64_t base = (std::int64_t{1} << (level + 1)) + 2 * std::int64_t{row};
      law[base] = (plus ? p : 1 - p) / nodes / levels;
      law[base + 1] = (plus ? 1 - p : p) / nodes / levels;
    }
  }
  return law;
}

double largest_loss(const Law &a, const Law &b) {
  double largest = 0;
  for (const auto &[outcome, mass] : a) largest = std::max(largest, std::abs(std::log(mass / b.at(outcome))));
  return largest;
}

// D_alpha(a || b), by summing up.
double renyi(const Law &a, const Law &b, double order) {
  double sum = 0;
  for (const auto &[outcome, mass] : a) sum += mass * std::pow(mass / b.at(outcome), order - 1);
  return std::log(sum) / (order - 1);
}

std::string misfit(const statistical::Counts &counts, const Law &law, double alarm) {
  const auto mass = [&](std::int64_t x) { return law.contains(x) ? law.at(x) : 0.0; };
  return statistical::misfit(counts, mass, law.begin()->first, law.rbegin()->first, alarm);
}

// The leaf of a cell from the definition: how many of equal parts of [-reach, reach] lie before it.
std::uint32_t leaf_by_hand(std::int64_t cell, std::int64_t reach, std::uint32_t leaves) {
  const Integer inside(std::clamp(cell, -reach, reach) + reach);
  return static_cast<std::uint32_t>(Integer(inside * leaves / Integer(2 * reach + 1)).get_ui());
}

// Draws `count` messages and looks at the report of one column.
statistical::Counts draw_reports(const LocalClient &client, const Row &row, std::size_t column,
                                 std::uint64_t seed, std::uint64_t participant = 0) {
  SeededBits bits(seed);
  Bytes message(client.message_bytes());
  return statistical::count(100'000, [&] {
    client.answer(participant, row, bits, message);
    return haar_outcome(number_in(message, envelope_bytes + 4 * column, 4));
  });
}

// Leaves of two rows that differ most, in every kind of range round; each law has its own test below.
struct RangeCase {
  Step step;
  std::size_t column; // whose report
  const ReportPlan *range;
  Round round;
  std::function<std::uint32_t(const Row &)> leaf;
};

std::vector<RangeCase> range_cases(const SmallSession &small) {
  const Session &session = small.session;
  std::vector<RangeCase> all;
  const auto norm_leaf = [&session](const RadiusLadder &ladder, std::int64_t centre) {
    return [&session, ladder, centre](const Row &row) {
      Row shifted = rotated_by_hand(session, row);
      for (auto &cell : shifted) cell -= centre;
      return ladder.bucket(shifted);
    };
  };
  const Round reach = small.round(Step::reach, 0);
  all.push_back({Step::reach, 0, &*small.plan.reach, reach,
                 norm_leaf(RadiusLadder::anywhere(session.width(), leaves(small.plan.reach->shape)), 0)});
  for (std::size_t j = 0; j < small.plan.centre.reports; ++j)
    all.push_back(
        {Step::centre, j, &small.plan.centre, small.round(Step::centre, 5000), [&, j](const Row &row) {
           return leaf_by_hand(rotated_by_hand(session, row)[j], 5000, leaves(small.plan.centre.shape));
         }});
  all.push_back({Step::radius, 0, &small.plan.radius, small.round(Step::radius, 5000, 17),
                 norm_leaf(RadiusLadder::around_centre(5000, session.width(), leaves(small.plan.centre.shape),
                                                       leaves(small.plan.radius.shape)),
                           17)});
  return all;
}

// False alarm: at most 1e-6 in all, over less than 20 samples.
TEST(LocalClient, RangeReportsHaveTheLawOfTheirPlanForEveryRow) {
  const auto small = SmallSession::of(local_session(2, 100, rho("0.4"), 0));
  const Row rows[] = {{-1'000'000, 300}, {1500, 700}, {-40, -3}};
  std::uint64_t seed = 1000;
  for (const RangeCase &a : range_cases(small)) {
    ASSERT_EQ(a.range->shape.method, RangeMethod::haar);
    const unsigned levels = a.range->shape.levels;
    const double epsilon = a.range->epsilon.display(), p = flip_chance(epsilon);
    const LocalClient client = small.client(a.round);
    std::vector<std::uint32_t> leaf_of;
    for (const Row &row : rows) {
      leaf_of.push_back(a.leaf(row));
      const auto counts = draw_reports(client, row, a.column, ++seed);
      const double alarm = statistical::false_alarm / 20;
      EXPECT_EQ(misfit(counts, haar_law(levels, leaf_of.back(), p), alarm), "") << name_of(a.step);
      EXPECT_NE(misfit(counts, haar_law(levels, leaf_of.back(), 0.8 * p), alarm), "") << name_of(a.step);
      EXPECT_NE(misfit(counts, haar_law(levels, leaf_of.back(), 1.25 * p), alarm), "") << name_of(a.step);
      EXPECT_NE(misfit(counts, haar_law(levels, leaf_of.back() ^ (1U << (levels - 1)), p), alarm), "")
          << "the law of a leaf far away";
    }
    // The promise, by enumeration: what these laws lose is the plan's eps, and a fifth fewer flips lose more.
    for (const std::size_t other : {1U, 2U}) {
      ASSERT_NE(leaf_of[0], leaf_of[other]);
      const auto loss = [&](double flips) {
        return largest_loss(haar_law(levels, leaf_of[0], flips), haar_law(levels, leaf_of[other], flips));
      };
      EXPECT_NEAR(loss(p), epsilon, 1e-9);
      EXPECT_GT(loss(0.8 * p), epsilon + 0.1);
    }
  }
}

// The promise of a message in the currency of the budget: by enumeration of the law of its report, against
// the leaf that tells most, whichever it is. A quarter more eps would cost more than the round may.
TEST(LocalClient, AReportCostsItsShareOfTheBudgetAtEveryOrder) {
  const auto small = SmallSession::of(local_session(1, 100, rho("0.4"), 0));
  const std::pair<const ReportPlan *, double> shares[] = {
      {&*small.plan.reach, 0.04}, {&small.plan.centre, 0.12}, {&small.plan.radius, 0.04}};
  for (const auto &[range, share] : shares) {
    ASSERT_EQ(range->shape.method, RangeMethod::haar);
    ASSERT_EQ(range->reports, 1U);
    const unsigned levels = range->shape.levels;
    double worst = 0, worst_with_more = 0;
    for (std::uint32_t other = 1; other<leaves(range->shape); other += levels> 6 ? 93 : 1)
      for (const double order : {1.01, 1.5, 2.0, 4.0, 16.0, 64.0}) {
        const auto cost = [&](double epsilon) {
          const double p = flip_chance(epsilon);
          return renyi(haar_law(levels, 0, p), haar_law(levels, other, p), order) / order;
        };
        worst = std::max(worst, cost(range->epsilon.display()));
        worst_with_more = std::max(worst_with_more, cost(1.25 * range->epsilon.display()));
      }
    EXPECT_LE(worst, share * (1 + 1e-9));
    EXPECT_GT(worst, share * 0.97) << "and hardly less";
    EXPECT_GT(worst_with_more, share * 1.3);
  }
}

// False alarm: at most 1e-6. The level, and for reports of the first level all five bits together.
TEST(LocalClient, TreeReportsHaveTheLawOfTheirPlan) {
  const auto small = SmallSession::of(local_session(1, 100, rho("4"), 5000));
  const ReportPlan &range = small.plan.centre;
  ASSERT_EQ(range.shape.method, RangeMethod::unary_tree);
  const double levels = range.shape.levels, epsilon = range.epsilon.display();
  const auto law_of = [&](std::uint32_t child, double q) {
    Law law;
    for (std::int64_t pattern = 0; pattern < 32; ++pattern) {
      double mass = 1 / levels;
      for (std::uint32_t bit = 0; bit < 5; ++bit) {
        const double one = bit == child ? 0.5 : q;
        mass *= (pattern >> bit & 1) != 0 ? one : 1 - one;
      }
      law[pattern] = mass;
    }
    for (unsigned level = 2; level <= range.shape.levels; ++level) law[30 + level] = 1 / levels;
    return law;
  };
  const LocalClient client = small.client(small.round(Step::centre, 5000));
  const double q = flip_chance(epsilon);
  for (const std::int64_t cell : {-4900, 100, 5000}) {
    const std::uint32_t child =
        leaf_by_hand(rotated_by_hand(small.session, {cell})[0], 5000, leaves(range.shape)) /
        unary_tree_nodes(range.shape.levels - 1);
    SeededBits bits(1100, static_cast<std::uint64_t>(cell + 5000));
    Bytes message(client.message_bytes());
    const auto counts = statistical::count(150'000, [&] {
      client.answer(0, {{cell}}, bits, message);
      const int level = message[envelope_bytes];
      return level == 1 ? message[envelope_bytes + 1] : 30 + level;
    });
    const double alarm = statistical::false_alarm / 3;
    EXPECT_EQ(misfit(counts, law_of(child, q), alarm), "");
    EXPECT_NE(misfit(counts, law_of(child, 0.7 * q), alarm), "");
    EXPECT_NE(misfit(counts, law_of((child + 1) % 5, q), alarm), "");
  }
  EXPECT_NEAR(largest_loss(law_of(0, q), law_of(4, q)), epsilon, 1e-9);
  EXPECT_GT(largest_loss(law_of(0, 0.7 * q), law_of(4, 0.7 * q)), epsilon + 0.2);
}

TEST(LocalClient, NoiseInTheSumIsTwoCSquaredOverRhoExactly) {
  for (const char *budget : {"1e-12", "0.0115", "1", "1e9"})
    for (std::size_t width = 1; width <= Session::most_columns; width *= 4)
      for (const std::uint64_t radius : {std::uint64_t{1}, std::uint64_t{2047}, std::uint64_t{1'000'003},
                                         longest_radius(Session::most_reach, width)}) {
        const Rho share = rho(budget);
        const auto shape = LocalSumShape::of(radius, width, share);
        const unsigned shift = coarse_shift(radius, width);
        const Integer c = to_integer(coarse_radius(radius, shift, width));
        EXPECT_EQ(shape.shift, shift);
        EXPECT_TRUE(shape.variance == Rational(2 * c * c) / share.exact());
        EXPECT_TRUE(Rational(4 * c * c) / (2 * shape.variance) == share.exact())
            << "the cost of moving by 2C";
        // What a cell cannot hold is more than a hundred deviations away.
        const Integer most = power_of_two(8 * shape.cell_bytes - 1) - 1 - c;
        EXPECT_TRUE(Rational(most * most) > 10'000 * shape.variance);
        EXPECT_TRUE(shape.variance <= Rational(power_of_two(DiscreteGaussian::max_variance_bits)));
      }
}

RC_GTEST_PROP(LocalClient, TwoRowsAreAtMostTwoCApartBeforeTheNoise, ()) {
  const auto columns = *rc::gen::inRange<std::size_t>(1, 20);
  const std::int64_t bound = (std::int64_t{1} << 60) / static_cast<std::int64_t>(columns);
  const Session session =
      local_session(columns, 10, rho("1"), Session::most_reach, bound, *rc::gen::arbitrary<std::uint64_t>());
  const std::size_t width = session.width();
  const auto radius =
      *rc::gen::oneOf(rc::gen::inRange<std::uint64_t>(1, 10'000),
                      rc::gen::inRange<std::uint64_t>(1, longest_radius(Session::most_reach, width)),
                      rc::gen::just(longest_radius(Session::most_reach, width)));
  const Row centre(width,
                   *rc::gen::element<std::int64_t>(0, std::int64_t{1} << 50, -(std::int64_t{1} << 50)));
  const unsigned shift = coarse_shift(radius, width);
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const auto clipped = [&](const Row &row) {
    Row rotated(width);
    rotate_own_row(session, row, rotated);
    shift_own_row(centre, rotated);
    SeededBits bits(seed); // the same for both: the coins of the rounding do not depend on the row
    clip_own_row(radius, shift, bits, rotated);
    return rotated;
  };
  Row a(columns), b(columns);
  const bool opposite = *rc::gen::arbitrary<bool>();
  for (std::size_t j = 0; j < columns; ++j) {
    a[j] = *rc::gen::oneOf(rc::gen::element(bound, -bound), rc::gen::inRange<std::int64_t>(-bound, bound));
    b[j] = opposite ? -a[j] : *rc::gen::inRange<std::int64_t>(-bound, bound);
  }
  const Row x = clipped(a), y = clipped(b);
  Integer apart = 0;
  for (std::size_t j = 0; j < width; ++j) {
    const Integer difference = to_integer(Int128{x[j]} - y[j]);
    apart += difference * difference;
  }
  const Integer c = to_integer(coarse_radius(radius, shift, width));
  RC_ASSERT((apart <= 4 * c * c));
}

// The law of a cell: noise around the row, or around its two neighbours in units of 2^shift, mixed.
Law sum_law(double variance, std::int64_t cell, unsigned shift) {
  const oracle::DiscreteGaussianMass mass(variance);
  const std::int64_t unit = std::int64_t{1} << shift, down = cell >> shift;
  const double up = static_cast<double>(cell - down * unit) / static_cast<double>(unit);
  const auto reach = static_cast<std::int64_t>(8 * std::sqrt(variance)) + 2;
  Law law;
  for (std::int64_t x = down - reach; x <= down + reach; ++x)
    law[x] = (1 - up) * mass(x - down) + up * mass(x - down - 1);
  return law;
}

struct SumCase {
  const char *budget;
  std::uint64_t radius;
  std::int64_t cell, kept; // before and after clipping
};

// False alarm: at most 1e-6 in all, over eight samples. With few and with many answers in view, noise comes
// from the sampler and from the table.
TEST(LocalClient, TheSumIsTheClippedRowPlusDiscreteGaussianNoise) {
  for (const SumCase &a : {SumCase{"2", 5, 3, 3}, SumCase{"2", 5, 1'000'000, 5},
                           SumCase{"2", 5, -1'048'576, -5}, SumCase{"1000000", 4096, 5, 5}}) {
    const auto small = SmallSession::of(local_session(1, 100, rho(a.budget), 1 << 20));
    const Round round = small.round(Step::sum, 1 << 20, 0, a.radius);
    const auto shape = LocalSumShape::of(a.radius, 1, small.plan.sum);
    ASSERT_EQ(shape.shift, a.radius == 4096 ? 2U : 0U);
    const bool minus = (small.session.signs[0] & 1) != 0;
    for (const std::uint64_t answers : {std::uint64_t{1}, std::uint64_t{1} << 30}) {
      const LocalClient client = small.client(round, answers);
      SeededBits bits(1200 + a.radius, answers);
      Bytes message(client.message_bytes());
      const Row row = {minus ? -a.cell : a.cell};
      const auto counts = statistical::count(100'000, [&] {
        client.answer(0, row, bits, message);
        return cell_in(payload_of(message), 0, shape.cell_bytes);
      });
      const double variance = shape.variance.get_d(), alarm = statistical::false_alarm / 8;
      EXPECT_EQ(misfit(counts, sum_law(variance, a.kept, shape.shift), alarm), "")
          << a.cell << ' ' << answers;
      EXPECT_NE(misfit(counts, sum_law(0.75 * variance, a.kept, shape.shift), alarm), "") << "less noise";
      EXPECT_NE(misfit(counts, sum_law(variance, a.kept + (1 << shape.shift), shape.shift), alarm), "");
    }
  }
}

TEST(LocalClient, EveryColumnOfTheSumHasNoiseOfItsOwn) {
  const auto small = SmallSession::of(local_session(4, 100, rho("1"), 5000));
  const LocalClient client = small.client(small.round(Step::sum, 5000, 0, 1000));
  const unsigned bytes = LocalSumShape::of(1000, 4, small.plan.sum).cell_bytes;
  SeededBits bits(1300);
  // Products of different columns' noise over the variance: mean 0, deviation 1; a sum of 20,000 of them is
  // beyond 6 deviations with a chance below 1e-6 even over six pairs.
  const double variance = LocalSumShape::of(1000, 4, small.plan.sum).variance.get_d();
  std::array<double, 16> products{};
  constexpr int draws = 20'000;
  for (int i = 0; i < draws; ++i) {
    const Bytes payload = payload_of(message_of(client, 0, {0, 0, 0, 0}, bits));
    for (std::size_t j = 0; j < 4; ++j)
      for (std::size_t k = 0; k < 4; ++k)
        products[4 * j + k] += static_cast<double>(cell_in(payload, j * bytes, bytes)) *
                               static_cast<double>(cell_in(payload, k * bytes, bytes)) / variance;
  }
  for (std::size_t j = 0; j < 4; ++j)
    for (std::size_t k = 0; k < 4; ++k)
      EXPECT_NEAR(products[4 * j + k] / draws, j == k ? 1 : 0, 6 * std::sqrt(2.0 / draws)) << j << k;
}

// Rows that differ in one rotated column, answered with the same bits.
TEST(LocalClient, TheParticipantsNumberDecidesTheColumnWhereOneIsAsked) {
  const auto one = SmallSession::of(local_session(4, 100, rho("1e-3"), 5000));
  const auto all = SmallSession::of(local_session(4, 100, rho("2"), 5000));
  ASSERT_FALSE(one.plan.everyone_on_every_column());
  ASSERT_TRUE(all.plan.everyone_on_every_column());
  for (const SmallSession *small : {&one, &all}) {
    const LocalClient client = small->client(small->round(Step::centre, 5000));
    const std::size_t bytes = report_bytes(small->plan.centre.shape);
    for (std::uint64_t participant = 0; participant < 9; ++participant)
      for (std::size_t column = 0; column < 4; ++column) {
        bool changed = false, elsewhere = false;
        for (std::uint64_t seed = 0; seed < 100; ++seed) {
          SeededBits bits(1400, seed), same(1400, seed);
          const Bytes a = payload_of(message_of(client, participant, {0, 0, 0, 0}, bits));
          const Bytes b = payload_of(
              message_of(client, participant, row_for_column(small->session, column, -1000), same));
          for (std::size_t i = 0; i < a.size(); ++i)
            if (a[i] != b[i]) (small == &one || i / bytes == column ? changed : elsewhere) = true;
        }
        EXPECT_FALSE(elsewhere);
        EXPECT_EQ(changed, small == &all || participant % 4 == column) << participant << ' ' << column;
      }
  }
}

TEST(LocalClient, AllMessagesOfARoundAreEquallyLongAndOpenAlike) {
  const auto small = SmallSession::of(local_session(3, 100, rho("1"), 0));
  for (const Step step : {Step::reach, Step::centre, Step::radius, Step::sum}) {
    const Round round = small.round(step, 5000, -5000, 3);
    const LocalClient client = small.client(round);
    EXPECT_EQ(client.message_bytes(),
              envelope_bytes + local_payload_bytes(small.session, small.plan, round) + digest_bytes);
    SeededBits bits(1500);
    for (const Row &row : {Row{0, 0, 0}, Row{1 << 20, -(1 << 20), 1 << 20}}) {
      const Bytes message = message_of(client, 7, row, bits);
      WireReader in(message, WireKind::message);
      const ByteView tag = in.raw(8);
      EXPECT_TRUE(std::ranges::equal(tag, tag_of(small.session)));
      EXPECT_EQ(in.u32(), round.number);
      EXPECT_EQ(in.u64(), 7U);
      EXPECT_EQ(in.raw(message.size() - envelope_bytes - digest_bytes).size(), client.message_bytes() - 35);
      EXPECT_TRUE(in.whole());
    }
  }
}

TEST(LocalClient, RefusesWhatDoesNotFitItsSession) {
  const auto small = SmallSession::of(local_session(3, 100, rho("1"), 5000));
  const auto richer = SmallSession::of(local_session(3, 100, rho("2"), 5000));
  const Round round = small.round(Step::sum, 5000, 0, 100);
  ASSERT_TRUE(LocalClient::prepare(small.session, small.plan, round));
  const auto refused = [&](const Session &session, const Round &asked) {
    const auto client = LocalClient::prepare(session, small.plan, asked);
    if (!client) {
      EXPECT_FALSE(client.error().wrong.empty() || client.error().remedy.empty());
    }
    return !client;
  };
  EXPECT_TRUE(refused(small.session, richer.round(Step::sum, 5000, 0, 100)));
  EXPECT_TRUE(refused(richer.session, round));
  Round other = round;
  other.radius = 0;
  EXPECT_TRUE(refused(small.session, other));
  other.radius = longest_radius(5000, 4) + 1;
  EXPECT_TRUE(refused(small.session, other));
  other = round;
  other.number = 2;
  EXPECT_TRUE(refused(small.session, other));
  other = round;
  other.centre[3] = 5001;
  EXPECT_TRUE(refused(small.session, other));
  other = round;
  other.search = {{0, 1}};
  EXPECT_TRUE(refused(small.session, other));
  // A grid so fine that sums of cells would overflow is refused although its tag fits.
  Session fine = small.session;
  fine.grid = Grid::of(0, std::int64_t{1} << 61).value();
  Round of_fine = round;
  of_fine.session = tag_of(fine);
  EXPECT_TRUE(refused(fine, of_fine));
}

TEST(LocalClient, RowsAndMessagesOfAnotherSizeAreABrokenContract) {
  const auto small = SmallSession::of(local_session(3, 100, rho("1"), 5000));
  const LocalClient client = small.client(small.round(Step::centre, 5000));
  SeededBits bits(1600);
  Bytes message(client.message_bytes()), longer(client.message_bytes() + 1);
  EXPECT_THROW(client.answer(0, Row{1, 2}, bits, message), std::logic_error);
  EXPECT_THROW(client.answer(0, Row{1, 2, 3, 4}, bits, message), std::logic_error);
  EXPECT_THROW(client.answer(0, Row{1, 2, 3}, bits, longer), std::logic_error);
  EXPECT_FALSE(bits.drawn());
}

} // namespace local_client_test
} // namespace poise::internal
