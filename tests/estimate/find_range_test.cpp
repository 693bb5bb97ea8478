// A range for nearly everybody: the joint law of its magnitude, centre, reach and radius, from their
// definitions, loses no more than promised on all small tables, of everybody and of a secret sample; the code
// has that law.
#include "poise/estimate/search/find_range.h"

#include "estimate/universal_laws.h"
#include "grid/opened_grid_rows.h"
#include "poise/estimate/universal/range_sample.h"
#include "poise/estimate/universal/universal_shares.h"
#include "poise/grid/on_grid.h"
#include "poise/mechanism/exponential_quantile.h"
#include "poise/privacy/theorem/subsampling.h"
#include "poise/random/sampler/permutation.h"
#include "poise/random/seeded_bits.h"
#include "poise/table/kept_rows.h"
#include "statistical/goodness_of_fit.h"

#include <gtest/gtest.h>

namespace poise::internal {
namespace find_range_test {

using Outcome =
    std::array<long, 4>; // octave of the magnitude, centre, octave of the reach (published: 0), radius
using JointLaw = std::map<Outcome, long double>;

// A range over the whole numbers, as the code is asked for below: resolution 2^0.
struct Asked {
  UniversalVersion version;
  std::vector<long double> share; // of the budget, as spent: magnitude, centre, reach, radius
  std::vector<unsigned> weights;  // as the code is told
  long last_octave;               // outcomes with a larger magnitude are looked at here and there
  bool tuned() const { return version == UniversalVersion::tuned; }
  int finer() const { return tuned() ? 2 : 0; } // both grids of the tuned version have quarters
  UniversalOptions options() const { return {.version = version}; }
  RangePlan plan() const { return {{weights[0], weights[1], weights[2], weights[3]}, finer()}; }
};
Asked published_range() { return {UniversalVersion::published, {0.125L, 0.125L, 0, 0.75L}, {1, 1, 0, 6}, 4}; }
// So few rows need more for their centre: of the six parts that are left after the magnitude it gets three
// (six tenths, rounded down), and reach and radius share three as 3 : 2, in whole parts.
Asked tuned_range() { return {UniversalVersion::tuned, {0.25L, 0.375L, 0.125L, 0.25L}, {2, 1, 3, 2}, 0}; }
// The tuned search for a reach by hand goes so far: those that end there or beyond are left out.
constexpr long too_far = 6;

Rational part(const Rational &epsilon, long double share) {
  return epsilon * Rational(static_cast<double>(share)); // eighths and quarters are exact
}

// All centres of a small grid; of a large one those around the rows, powers of two and the ends.
std::vector<long> centres_of(long bound, bool all) {
  std::vector<long> centres;
  if (all)
    for (long y = -bound; y <= bound; ++y) centres.push_back(y);
  else
    for (const long y : {0L, 1L, 2L, 3L, bound / 2 - 1, bound / 2, bound / 2 + 1, bound - 1, bound})
      centres.insert(centres.end(), {y, -y});
  std::ranges::sort(centres);
  centres.erase(std::unique(centres.begin(), centres.end()), centres.end());
  return centres;
}

// The median among all integers up to the bound; beyond the rows, all on one side have the same weight.
class CentreLaw {
public:
  CentreLaw(std::vector<long> rows, long bound, long double rate) : rows_(std::move(rows)), rate_(rate) {
    long furthest = 0;
    for (long &row : rows_) furthest = std::max(furthest, std::abs(row = std::clamp(row, -bound, bound)));
    for (long y = -furthest; y <= furthest; ++y) total_ += weight(y);
    total_ += static_cast<long double>(bound - furthest) * (weight(furthest + 1) + weight(-furthest - 1));
  }
  long double operator()(long y) const { return weight(y) / total_; }

private:
  long double weight(long y) const {
    const std::vector<int> column(rows_.begin(), rows_.end());
    const auto rank = static_cast<long>((rows_.size() + 1) / 2);
    const long place = std::clamp(y, -1000L, 1000L); // as good as beyond all rows
    return std::exp(-rate_ * static_cast<long double>(changes_needed(column, static_cast<int>(place), rank)));
  }
  std::vector<long> rows_;
  long double rate_, total_ = 0;
};

class RangeLaws {
public:
  RangeLaws(Asked asked, Rational epsilon, long double more = 1)
      : asked_(std::move(asked)), epsilon_(std::move(epsilon)), more_(more) {}

  // Of all four steps, told or not.
  JointLaw operator()(const std::vector<long> &rows) {
    JointLaw law;
    for (const auto &[octave, mass] : magnitudes(rows))
      if ((octave >= -1 && octave <= asked_.last_octave) || octave == asked_.last_octave + 3)
        add_centres(law, rows, octave, mass);
    return law;
  }

  // Of what is told: the octave up to which the last grid goes, the centre, and the radius. Published that is
  // all there is. Tuned, a magnitude can hide behind the reach: all of them count that do not go
  // further by themselves.
  JointLaw told(const std::vector<long> &rows) {
    JointLaw law;
    if (!asked_.tuned()) {
      for (const auto &[outcome, mass] : (*this)(rows))
        if (outcome[0] <= asked_.last_octave) law[{outcome[0] + 1, outcome[1], 0, outcome[3]}] += mass;
      return law;
    }
    constexpr long furthest = 10, last_reach = 4, most_told = last_reach + 8;
    std::map<long, long double> by_octave; // up to 2^-2 the grid has one step to each side
    for (const auto &[octave, mass] : magnitudes(rows))
      if (octave < most_told) by_octave[std::max<long>(octave, -2)] += mass;
    for (const auto &[octave, mass] : by_octave) {
      const long bound = std::max(1L, 1L << (octave + 2)), most = std::min(bound, furthest);
      const CentreLaw centre = centre_law(rows, bound);
      for (long y = -most; y <= most; ++y) {
        JointLaw radii;
        add_radii(radii, placed(rows), {octave, y, 0, 0}, mass * centre(y), last_reach);
        for (const auto &[outcome, chance] : radii)
          law[{std::max(octave + 1, outcome[2] + 8), y, 0, outcome[3]}] += chance;
      }
    }
    return law;
  }

private:
  long steps() const { return asked_.tuned() ? 4 : 1; } // of the grids, in a unit

  std::vector<long> placed(std::vector<long> rows) const {
    for (long &row : rows) row *= steps();
    return rows;
  }

  const QuantileLaw &magnitudes(const std::vector<long> &rows) {
    std::vector<long> octaves;
    for (const long row : rows) octaves.push_back(octave_of(std::fabs(static_cast<double>(row))));
    std::ranges::sort(octaves);
    QuantileLaw &law = magnitudes_[octaves];
    if (law.empty()) law = magnitude_law(octaves);
    return law;
  }

  // Published: from half the resolution on. Tuned: a rank of three quarters among all powers of two.
  QuantileLaw magnitude_law(const std::vector<long> &octaves) const {
    const Rational epsilon = part(epsilon_, asked_.share[0]);
    const auto rows = static_cast<long>(octaves.size());
    if (asked_.tuned()) return octave_law(octaves, rows - rows / 4, more_ * number(epsilon) / 2);
    std::vector<long> ladder;
    for (long octave = -1; octave <= highest_octave; ++octave) ladder.push_back(octave);
    return search_law(octaves, ladder, published_by_hand(0.1), epsilon, more_);
  }

  CentreLaw centre_law(const std::vector<long> &rows, long bound) const {
    return {placed(rows), bound, more_ * number(part(epsilon_, asked_.share[1])) / 2};
  }

  void add_centres(JointLaw &law, const std::vector<long> &rows, long octave, long double mass) {
    const long bound = std::max(1L, steps() * (1L << (octave + 1)) / 2);
    const CentreLaw centre = centre_law(rows, bound);
    for (const long y : centres_of(bound, octave <= asked_.last_octave))
      add_radii(law, placed(rows), {octave, y, 0, 0}, mass * centre(y));
  }

  // Published: around the centre, on a grid that is wider by an octave. Tuned: on one that hides nobody, from
  // half the reach, but no less than a unit, to 256 times as far.
  void add_radii(JointLaw &law, const std::vector<long> &rows, Outcome outcome, long double mass,
                 long last_reach = 3) {
    const long bound = asked_.tuned() ? std::numeric_limits<long>::max() / 4 : 1L << (outcome[0] + 1);
    std::vector<long> distances;
    for (const long row : rows) distances.push_back(std::abs(std::clamp(row, -bound, bound) - outcome[1]));
    std::ranges::sort(distances);
    if (!asked_.tuned()) {
      const long last = bound + std::abs(outcome[1]);
      for (const auto &[radius, chance] : radii(distances, 1, last, published_by_hand(0.1), 3))
        law[{outcome[0], outcome[1], 0, radius}] += mass * chance;
      return;
    }
    for (const auto &[reach, likely] : reaches(distances)) {
      if (reach > last_reach) continue; // some will do
      const long far = 4L << reach;
      for (const auto &[radius, chance] :
           radii(distances, std::max(4L, far / 2), 256 * far, tuned_close(), 3))
        law[{outcome[0], outcome[1], reach, radius}] += mass * likely * chance;
    }
  }

  // Octaves from the resolution on, over distances in quarters; without what ends too far.
  const QuantileLaw &reaches(const std::vector<long> &distances) {
    std::vector<long> octaves, ladder;
    for (const long distance : distances) octaves.push_back(octave_of(static_cast<double>(distance) / 4));
    for (long octave = 0; octave <= too_far; ++octave) ladder.push_back(octave);
    QuantileLaw &law = reaches_[octaves];
    if (law.empty()) {
      law = search_law(octaves, ladder, tuned_safe(), part(epsilon_, asked_.share[2]), more_);
      law.erase(too_far);
    }
    return law;
  }

  const QuantileLaw &radii(const std::vector<long> &distances, long first, long last, const RadiusSearch &how,
                           std::size_t step) {
    const auto key = std::tuple(distances, first, last, step);
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    return known_[key] = radius_law(distances, first, last, how, part(epsilon_, asked_.share[step]), more_);
  }

  Asked asked_;
  Rational epsilon_;
  long double more_;
  std::map<std::tuple<std::vector<long>, long, long, std::size_t>, QuantileLaw> known_;
  std::map<std::vector<long>, QuantileLaw> magnitudes_, reaches_;
};

long double joint_loss(const JointLaw &p, const JointLaw &q) {
  long double worst = 0;
  for (const auto &[outcome, mass] : p) worst = std::max(worst, std::fabs(std::log(mass / q.at(outcome))));
  return worst;
}

// The same of a uniform sample of m rows: all samples are as likely.
template <class Laws> JointLaw of_a_sample(Laws laws, const std::vector<long> &rows, std::size_t m) {
  JointLaw law;
  long double samples = 0;
  std::vector<bool> chosen(rows.size());
  std::fill_n(chosen.rbegin(), m, true);
  do {
    std::vector<long> sample;
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (chosen[i]) sample.push_back(rows[i]);
    for (const auto &[outcome, mass] : laws(sample)) law[outcome] += mass;
    ++samples;
  } while (std::next_permutation(chosen.begin(), chosen.end()));
  for (auto &[outcome, mass] : law) mass /= samples;
  return law;
}

TEST(FindRange, NoPairOfNeighboursLosesMoreThanEpsilon) {
  RangeLaws of_three(published_range(), 16);
  EXPECT_LE(worst_loss(tables_of(3, {-1, 0, 1}), std::ref(of_three), joint_loss), 16 * (1 + 1e-9L));
  RangeLaws of_two(published_range(), 8);
  EXPECT_LE(worst_loss(tables_of(2, {0, 1, 2, 3}), std::ref(of_two), joint_loss), 8 * (1 + 1e-9L));
}

TEST(FindRange, TunedNoPairOfNeighboursLosesMoreThanEpsilon) {
  RangeLaws of_three(tuned_range(), 16);
  EXPECT_LE(worst_loss(tables_of(3, {0, 3}), std::ref(of_three), joint_loss), 16 * (1 + 1e-9L));
  RangeLaws of_two(tuned_range(), 8);
  EXPECT_LE(worst_loss(tables_of(2, {0, 1, 40}), std::ref(of_two), joint_loss), 8 * (1 + 1e-9L));
}

// Steps share the budget: were each to have all of it, the joint law would show it.
TEST(FindRange, StepsThatDoNotShareWouldLoseMoreThanEpsilon) {
  for (Asked asked : {published_range(), tuned_range()}) {
    for (long double &share : asked.share) share = share > 0 ? 1 : 0;
    RangeLaws laws(asked, 8);
    EXPECT_GT(
        worst_loss(asked.tuned() ? tables_of(2, {0, 1}) : tables_of(3, {0, 3}), std::ref(laws), joint_loss),
        8.2L);
  }
}

// A sample of m of n people, with the budget that allows, loses what was granted at most. The same budget
// loses more with a sample that is larger by one, as one of ceil(epsilon n) may be, and more still without
// one.
TEST(FindRange, ASecretSampleLosesWhatWasGrantedAndNoMore) {
  const Rational outer = 4;
  const auto inner = [&](std::uint64_t m) {
    return epsilon_before_sampling(Epsilon::of(outer).value(), SamplingRate::of(m, 4).value())->exact();
  };
  const auto tables = tables_of(4, {-1, 0, 1});
  RangeLaws two_allow(published_range(), inner(2));
  const auto loss = [&](std::size_t looked_at) {
    return worst_loss(
        tables, [&](const auto &rows) { return of_a_sample(std::ref(two_allow), rows, looked_at); },
        joint_loss);
  };
  const long double of_two = loss(2), of_three = loss(3), of_all = loss(4);
  EXPECT_LE(of_two, number(outer) * (1 + 1e-9L));
  EXPECT_GT(of_three, of_two * 1.05L);
  EXPECT_GT(of_all, of_two * 1.1L);
}

// Near to the limit: a magnitude of one person of four, over forty octaves.
TEST(FindRange, WhatASampleAllowsIsTooMuchForEverybody) {
  const Rational outer = 1;
  const Rational inner =
      epsilon_before_sampling(Epsilon::of(outer).value(), SamplingRate::of(1, 4).value())->exact();
  const auto law = [&](const std::vector<long> &rungs) {
    return search_law(rungs, rungs_by_hand(-4, Rungs::highest, 4), published_by_hand(0.1), inner);
  };
  const std::map<long, QuantileLaw> of_one = {{Rungs::lowest, law({Rungs::lowest})}, {160, law({160})}};
  const auto tables = tables_of(4, {Rungs::lowest, 160});
  const auto sampled = [&](const std::vector<long> &rungs) {
    QuantileLaw mixed;
    for (const long rung : rungs)
      for (const auto &[octave, mass] : of_one.at(rung)) mixed[octave] += mass / 4;
    return mixed;
  };
  EXPECT_LE(worst_loss(tables, sampled, pure_loss), number(outer) * (1 + 1e-9L));
  EXPECT_GT(worst_loss(tables, sampled, pure_loss), number(outer) * 0.5L);
  EXPECT_GT(worst_loss(tables, law, pure_loss), number(outer) * 1.4L);
}

// The sample and the budget the published mean uses are those of the theorem.
TEST(FindRange, LookersHaveTheSampleAndTheBudgetOfTheTheorem) {
  const UniversalOptions published{.version = UniversalVersion::published};
  for (const auto &[epsilon, m] : {std::pair{ratio(1, 2), 2U}, std::pair{ratio(9, 10), 3U},
                                   std::pair{ratio(1, 10), 1U}, std::pair{Rational(1), 4U}}) {
    const Rational outer = epsilon * 3 / 4;
    SeededBits bits(3);
    std::map<std::vector<std::uint64_t>, int> samples;
    for (int i = 0; i < 100; ++i) {
      auto range_sample =
          RangeSample<Epsilon>::of(4, pure_grant(outer), Epsilon::of(epsilon).value(), published, bits)
              .value();
      EXPECT_EQ(range_sample.people(), m);
      ASSERT_EQ(range_sample.sample() == nullptr, m == 4);
      if (range_sample.sample()) ++samples[*range_sample.sample()];
      Grant<Epsilon> inner = range_sample.inner();
      const Rational most = inner.amount().exact();
      const auto after = epsilon_after_sampling(inner.amount(), SamplingRate::of(m, 4).value())->exact();
      EXPECT_LE(Rational(after - outer), ratio(1, power_of_two(50)));
      EXPECT_GE(most, outer);
      SpentSteps<Epsilon> spent;
      spent.add(std::move(inner).spend("all of it"));
      const auto settled = std::move(range_sample).settled(spent).receipt();
      EXPECT_EQ(settled.total(), outer);
      EXPECT_EQ(settled.steps()[0].name, m == 4 ? "all of it" : "range of a sample");
    }
    if (m < 4) {
      EXPECT_EQ(samples.size(), m == 2 ? 6U : 4U); // all of them turn up
    }
  }
  SeededBits bits(4);
  for (const UniversalOptions &everybody :
       {UniversalOptions{}, UniversalOptions{published.version, ratio(1, 10), 0}})
    EXPECT_EQ(RangeSample<Epsilon>::of(4, pure_grant(1), Epsilon::of(ratio(1, 2)).value(), everybody, bits)
                  ->people(),
              4U);
}

Table table_of(const std::vector<long> &rows) {
  return Table::dense({"x"}, std::vector<double>(rows.begin(), rows.end())).value();
}

// What is told: how far the grid goes, centre and radius. All others are none of the law.
Outcome told_by(const FoundRange<Epsilon> &found, const Asked &asked) {
  if (found.grid.exponent() != -asked.finer()) return {};
  return {std::ilogb(static_cast<double>(found.grid.bound())) - asked.finer(),
          static_cast<long>(found.centre), 0, static_cast<long>(found.radius)};
}

// Outcomes of the law are numbered, all others are one. False alarm at most 1e-6 each (goodness_of_fit.h).
void expect_law(const Asked &asked, long double less_noise, const std::function<JointLaw(long double)> &law,
                int draws, const std::function<FoundRange<Epsilon>()> &draw) {
  const JointLaw as_promised = law(1);
  std::map<Outcome, std::int64_t> number_of;
  for (const auto &[outcome, mass] : as_promised)
    number_of.emplace(outcome, static_cast<std::int64_t>(number_of.size()));
  const auto others = static_cast<std::int64_t>(number_of.size());
  const auto drawn = statistical::count(static_cast<std::uint64_t>(draws), [&] {
    const auto at = number_of.find(told_by(draw(), asked));
    return at == number_of.end() ? others : at->second;
  });
  const auto mass = [&](const JointLaw &with) {
    std::vector<double> masses(number_of.size() + 1);
    masses.back() = 1;
    for (const auto &[outcome, chance] : with) {
      masses[static_cast<std::size_t>(number_of.at(outcome))] = static_cast<double>(chance);
      masses.back() -= static_cast<double>(chance);
    }
    EXPECT_LT(masses.back(), 0.5); // or little would be looked at
    return [masses](std::int64_t i) { return std::max(0.0, masses[static_cast<std::size_t>(i)]); };
  };
  EXPECT_EQ(statistical::misfit(drawn, mass(as_promised), 0, others), "");
  EXPECT_NE(statistical::misfit(drawn, mass(law(less_noise)), 0, others), "");
}

void expect_joint_law(const Asked &asked) {
  const std::vector<long> rows = {-1, 0, 1, 3, 3};
  const Table table = table_of(rows);
  const Rational epsilon = 12;
  SeededBits bits(61, static_cast<std::uint64_t>(asked.version));
  expect_law(
      asked, 1.4L, [&](long double more) { return RangeLaws(asked, epsilon, more).told(rows); }, 3000,
      [&] {
        return find_range(table, 0, nullptr, asked.plan(), pure_grant(epsilon), bits, asked.options(),
                          alone())
            .value();
      });
}

TEST(FindRange, PublishedOutcomesHaveTheJointLawOfTheDefinition) { expect_joint_law(published_range()); }
TEST(FindRange, TunedOutcomesHaveTheJointLawOfTheDefinition) { expect_joint_law(tuned_range()); }

TEST(FindRange, OutcomesOfASampleHaveTheLawOfAllSamples) {
  const std::vector<long> rows = {-1, 0, 1, 3};
  const Table table = table_of(rows);
  const Asked asked = published_range();
  const Rational epsilon = 12;
  SeededBits bits(62);
  expect_law(
      asked, 2,
      [&](long double more) {
        RangeLaws laws(asked, epsilon, more);
        return of_a_sample([&](const auto &sample) { return laws.told(sample); }, rows, 2);
      },
      3000,
      [&] {
        const auto sample = sample_without_replacement(2, 4, bits);
        return find_range(table, 0, &sample, asked.plan(), pure_grant(epsilon), bits, asked.options(),
                          alone())
            .value();
      });
}

// A sample names rows: the same one has to be the same person on every grid.
TEST(FindRange, ARowIsTheSamePersonOnEveryGrid) {
  const auto cells = std::make_shared<std::vector<double>>(std::vector<double>{5, 1, 40, 7, 300, 2, 9});
  const auto whose =
      std::make_shared<std::vector<std::uint64_t>>(std::vector<std::uint64_t>{2, 0, 3, 2, 1, 0, 2});
  const Chunk chunk{DenseRows<double>(cells->data(), 7, 1), *whose};
  const Table table =
      Table::from({"x"}, 7,
                  std::make_shared<KeptRows>(
                      std::vector<Chunk>{chunk},
                      std::make_shared<std::pair<decltype(cells), decltype(whose)>>(cells, whose)),
                  4)
          .value();
  const auto on_a_grid = opened_cells(*on_grid(table, Grid::of(0, 1000).value()).value());
  const auto rungs = opened_cells(*row_magnitudes(table).value());
  ASSERT_EQ(on_a_grid.size(), 4U);
  ASSERT_EQ(rungs.size(), 4U);
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_NEAR(static_cast<double>(rungs[i]),
                static_cast<double>(rung_of(static_cast<double>(on_a_grid[i]))), 1.5);
}

TEST(FindRange, SpendsItsGrantInItsShares) {
  SeededBits bits(5);
  const Table table = table_of({1, 2, 3, 4, 5});
  const auto published = find_range(table, std::nullopt, nullptr, {{1, 1, 0, 6}, 0}, pure_grant(ratio(1, 7)),
                                    bits, {.version = UniversalVersion::published}, alone())
                             .value();
  const auto steps = published.spent.receipt().steps();
  ASSERT_EQ(steps.size(), 3U);
  EXPECT_EQ(steps[0].name, "magnitude");
  EXPECT_EQ(steps[0].amount.exact(), ratio(1, 56));
  EXPECT_EQ(steps[1].name, "centre");
  EXPECT_EQ(steps[1].amount.exact(), ratio(1, 56));
  EXPECT_EQ(steps[2].name, "radius");
  EXPECT_EQ(steps[2].amount.exact(), ratio(6, 56));
  const auto tuned =
      find_range(table, -3, nullptr, {{1, 2, 3, 4}, 10}, rho_grant(ratio(1, 7)), bits, {}, alone()).value();
  // Of nine parts for the later steps the centre gets six tenths, rounded down, as it needs far more; reach
  // and radius share the other four as 3 : 4, in whole parts.
  const auto later = tuned.spent.receipt().steps();
  ASSERT_EQ(later.size(), 4U);
  EXPECT_EQ(later[0].amount.exact(), ratio(1, 70));
  EXPECT_EQ(later[1].amount.exact(), ratio(5, 70));
  EXPECT_EQ(later[2].name, "reach");
  EXPECT_EQ(later[2].amount.exact(), ratio(1, 70));
  EXPECT_EQ(later[3].amount.exact(), ratio(3, 70));
  EXPECT_EQ(tuned.spent.receipt().total(), ratio(1, 7));
}

// Grids reach 2^octave with 60 bits at most, whatever the scale.
TEST(GridFor, ReachesTheOctaveInSteadySteps) {
  for (const int octave : {-1074, -1022, -500, -1, 0, 1, 60, 61, 500, 1019, 1024})
    for (const std::optional<int> scale :
         {std::optional<int>(), std::optional(-1074), std::optional(octave - 20), std::optional(octave),
          std::optional(1024)})
      for (const int finer : {0, 2, 10}) {
        const Grid grid = grid_for(octave, scale, finer);
        EXPECT_LE(grid.bound(), std::int64_t{1} << 60);
        const int reach = grid.exponent() + std::ilogb(static_cast<double>(grid.bound()));
        EXPECT_GE(reach, std::min(octave, 1020));
        if (scale && *scale - finer >= octave - 60 && *scale - finer >= -1022 && *scale - finer <= 960) {
          EXPECT_EQ(grid.exponent(), *scale - finer);
        }
      }
}

} // namespace find_range_test
} // namespace poise::internal
