// The promise of radius and clipped sum together by enumeration: all small tables, all neighbours, exact
// joint laws.
#include "poise/estimate/mean/clip_and_sum.h"

#include "aggregate/any_rows.h"
#include "aggregate/naive_aggregates.h"
#include "mechanism/falls_short.h"
#include "mechanism/shifted_renyi.h"
#include "mechanism/small_tables.h"
#include "oracle/exact_masses.h"
#include "poise/aggregate/exact/clipped_sums.h"
#include "poise/aggregate/exact/norm_histogram.h"
#include "poise/aggregate/transform/scaled_rows.h"
#include "poise/grid/zeros_and_ones.h"
#include "poise/mechanism/noisy_search.h"
#include "poise/random/seeded_bits.h"
#include "statistical/goodness_of_fit.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace poise::internal {
namespace clip_and_sum_privacy_test {

constexpr long double alphas[] = {1.01L, 1.5L, 2, 3, 5, 10, 30};

struct Shape {
  std::size_t rows, columns;
  int bound;
  std::vector<int> factors = {}; // where there are any: cells are 0 or 1, times these
};

std::shared_ptr<const GridRows> rows_of(const small::Cells &cells, const Shape &shape) {
  if (!shape.factors.empty()) {
    const Table table = Table::dense(numbered_names(shape.columns), std::vector<int>(cells)).value();
    return scaled_rows(zeros_and_ones(table).value(), {shape.factors.begin(), shape.factors.end()}).value();
  }
  const Plain plain{shape.columns, {cells.begin(), cells.end()}, Grid::of(0, shape.bound).value()};
  return on_grid(dense_table(plain), plain.grid).value();
}

// What is public about a run: the radii, and how much noise the mechanisms add for their shares of rho.
struct Plan {
  std::vector<Integer> radii;
  unsigned steps;
  long double count_variance;
  std::vector<long double> sum_variances; // one a radius
  long rank;
};

Plan plan_for(const Shape &shape, const Rho &rho, const Rational &quantile) {
  SeededBits bits(1);
  const auto rows = rows_of(small::Cells(shape.rows * shape.columns), shape);
  const Integer limit = isqrt(Integer(shape.columns) * shape.bound * shape.bound) + 1;
  const GeometricGrid radii = GeometricGrid::up_to(limit, 1024);
  const auto share = [&](int quarters) {
    return Grant<Rho>::open(Rho::of(rho.exact() * quarters / 4).value());
  };

  const auto counts = NormHistogram::of(*rows, Norm::l2, radii).value();
  Plan plan{{radii.radii().begin(), radii.radii().end()},
            halvings(Integer(radii.radii().size())),
            noisy_radius(counts, 1, share(1), bits).value().value().noise_variance.get_d(),
            {},
            ceil(quantile * Rational(shape.rows)).get_si()};
  for (const Integer &radius : plan.radii) {
    const auto sum = ClippedSums::of(*rows, Ball::l2(radius * radius)).value();
    plan.sum_variances.push_back(noisy_sum(sum, share(3), bits).value().value().noise_variance.get_d());
  }
  return plan;
}

// The chance of every radius, from the algorithm as it is written down.
void follow(const std::vector<long> &counts, std::size_t first, std::size_t last, unsigned steps, long rank,
            const FallsShort &short_of, long double chance, std::vector<long double> &law) {
  if (steps == 0 || first == last) {
    law[last] += chance;
    return;
  }
  const std::size_t middle = first + (last - first) / 2;
  const long double up = short_of(counts[middle], rank);
  follow(counts, middle + 1, last, steps - 1, rank, short_of, chance * up, law);
  follow(counts, first, middle, steps - 1, rank, short_of, chance * (1 - up), law);
}

// The law of what leaves: a radius, and given that, where the noisy sum is centred.
struct Law {
  std::vector<long double> radius;
  std::vector<std::vector<long>> centre;
};

Law law_of(const small::Cells &cells, const Shape &shape, const Plan &plan, const FallsShort &short_of) {
  std::vector<long> counts(plan.radii.size());
  Law law{std::vector<long double>(plan.radii.size()), {}};
  for (std::size_t i = 0; i < plan.radii.size(); ++i) {
    const Integer limit = plan.radii[i] * plan.radii[i];
    std::vector<long> sum(shape.columns);
    for (std::size_t first = 0; first < cells.size(); first += shape.columns) {
      std::vector<int> row(cells.begin() + static_cast<long>(first),
                           cells.begin() + static_cast<long>(first + shape.columns));
      for (std::size_t j = 0; j < shape.factors.size(); ++j) row[j] *= shape.factors[j];
      counts[i] += naive::norm(Norm::l2, std::span<const int>(row)) <= limit;
      const std::vector<int> clipped = naive::clipped(Norm::l2, limit, std::span<const int>(row));
      for (std::size_t j = 0; j < shape.columns; ++j) sum[j] += clipped[j];
    }
    law.centre.push_back(std::move(sum));
  }
  follow(counts, 0, plan.radii.size() - 1, plan.steps, plan.rank, short_of, 1, law.radius);
  return law;
}

// Rényi divergence of the joint laws: a mixture of shifted discrete Gaussians, told apart by the radius.
class Divergence {
public:
  Divergence(const Plan &plan, long double alpha) : plan_(plan), alpha_(alpha) {}

  long double operator()(const Law &p, const Law &q) {
    long double sum = 0;
    for (std::size_t i = 0; i < p.radius.size(); ++i) {
      if (p.radius[i] == 0) continue;
      long double inner = 0;
      for (std::size_t j = 0; j < p.centre[i].size(); ++j)
        inner += shifted(p.centre[i][j] - q.centre[i][j], i);
      sum += std::exp(alpha_ * std::log(p.radius[i]) + (1 - alpha_) * std::log(q.radius[i]) +
                      (alpha_ - 1) * inner);
    }
    return std::log(sum) / (alpha_ - 1);
  }

private:
  long double shifted(long shift, std::size_t radius) {
    const auto [found, fresh] = known_.try_emplace({std::abs(shift), radius}, 0);
    if (fresh) found->second = shifted_renyi(std::abs(shift), plan_.sum_variances[radius], alpha_);
    return found->second;
  }

  const Plan &plan_;
  long double alpha_;
  std::map<std::pair<long, std::size_t>, long double> known_;
};

long double worst_loss(const Shape &shape, const Plan &plan, long double alpha) {
  const FallsShort short_of(plan.count_variance);
  auto tables = small::all_tables(shape.rows * shape.columns, shape.factors.empty() ? shape.bound : 1);
  if (!shape.factors.empty())
    std::erase_if(tables, [](const small::Cells &table) { return std::ranges::min(table) < 0; });
  std::vector<Law> laws;
  for (const small::Cells &table : tables) laws.push_back(law_of(table, shape, plan, short_of));
  Divergence divergence(plan, alpha);
  long double worst = 0;
  for (std::size_t a = 0; a < tables.size(); ++a)
    for (std::size_t b = 0; b < tables.size(); ++b)
      if (small::neighbours(tables[a], tables[b], shape.columns))
        worst = std::max(worst, divergence(laws[a], laws[b]));
  return worst;
}

void expect_no_more_than_rho(const std::vector<Shape> &all) {
  for (const Shape &shape : all)
    for (const char *text : {"0.1", "1/3", "2"})
      for (const Rational &quantile : {ratio(1, 2), Rational(1)}) {
        const Rho rho = Rho::parse(text).value();
        const Plan plan = plan_for(shape, rho, quantile);
        for (const long double alpha : alphas)
          EXPECT_LE(worst_loss(shape, plan, alpha),
                    alpha * static_cast<long double>(rho.display()) * (1 + 1e-9L))
              << shape.rows << "x" << shape.columns << " bound " << shape.bound << " rho " << text;
      }
}

TEST(ClipAndSum, NoPairOfNeighboursLosesMoreThanRhoAtAnyOrder) {
  expect_no_more_than_rho({{2, 1, 3}, {3, 1, 2}, {2, 2, 1}, {1, 2, 3}});
}

// The check has teeth: a sensitivity of C instead of 2C, or radius noise for a quarter of its steps, would
// show.
TEST(ClipAndSum, LessNoiseInTheSumOrTheSearchWouldLoseMoreThanRho) {
  const Shape shape{2, 1, 3};
  const Plan plan = plan_for(shape, Rho::parse("0.1").value(), Rational(1));
  Plan half = plan;
  for (long double &variance : half.sum_variances) variance /= 4;
  EXPECT_GT(worst_loss(shape, half, 2), 2 * 0.1L);
  Plan hasty = plan;
  hasty.count_variance /= 16;
  EXPECT_GT(worst_loss(shape, hasty, 2), 2 * 0.1L);
}

// Rows of zeros and ones, scaled: noise for sqrt(2) radii is enough, and less would not be, as two rows that
// have no one in common are as far apart as that.
TEST(ClipAndSum, RowsWithoutNegativeCellsNeedNoiseForTheRootOfTwoRadii) {
  expect_no_more_than_rho({{2, 1, 3, {3}}, {3, 2, 1, {1, 1}}, {2, 2, 3, {2, 3}}, {2, 3, 2, {1, 2, 2}}});
  // With much budget the radius is most likely that of both rows, where it matters.
  const Shape shape{2, 2, 30, {30, 30}};
  Plan half = plan_for(shape, Rho::parse("100").value(), ratio(1, 2));
  EXPECT_LE(worst_loss(shape, half, 2), 2 * 100.0L);
  for (long double &variance : half.sum_variances) variance /= 1.5L;
  EXPECT_GT(worst_loss(shape, half, 2), 2 * 100.0L);
}

// The code follows the law: outcomes are sum + 1000 * radius, the radius being known by its noise. False
// alarm at most 1e-6 each (goodness_of_fit.h).
TEST(ClipAndSum, OutcomesHaveTheLawOfTheAlgorithm) {
  const Shape shape{5, 1, 4};
  const small::Cells cells = {-4, -1, 0, 2, 3};
  const Rho rho = Rho::parse("2").value();
  const Rational quantile = ratio(3, 5);
  const Plan plan = plan_for(shape, rho, quantile);
  const Law law = law_of(cells, shape, plan, FallsShort(plan.count_variance));
  const Law off = law_of(cells, shape, plan, FallsShort(plan.count_variance * 0.6L));
  const auto rows = rows_of(cells, shape);

  SeededBits bits(11);
  constexpr std::int64_t apart = 1000;
  const auto counts = statistical::count(100'000, [&] {
    const auto release = clip_and_sum(*rows, {.dimensions = 1}, {.clip_quantile = quantile},
                                      Grant<Rho>::open(rho), bits, {.threads = 1})
                             .value();
    const auto found = std::ranges::find(plan.sum_variances, release.sum->noise_variance.get_d());
    return apart * (found - plan.sum_variances.begin()) + static_cast<std::int64_t>(release.sum->values[0]);
  });
  const auto mass = [&](const Law &of, double factor) {
    std::vector<oracle::DiscreteGaussianMass> noise;
    for (const long double variance : plan.sum_variances)
      noise.emplace_back(factor * static_cast<double>(variance));
    return [&of, noise = std::move(noise)](std::int64_t outcome) {
      const auto radius = static_cast<std::size_t>((outcome + apart / 2) / apart);
      const std::int64_t sum = outcome - apart * static_cast<std::int64_t>(radius);
      return static_cast<double>(of.radius[radius]) * noise[radius](sum - of.centre[radius][0]);
    };
  };
  const auto last = apart * static_cast<std::int64_t>(plan.radii.size() - 1) + 60;
  EXPECT_EQ(statistical::misfit(counts, mass(law, 1), -60, last), "");
  EXPECT_NE(statistical::misfit(counts, mass(off, 1), -60, last), "");
  EXPECT_NE(statistical::misfit(counts, mass(law, 0.8), -60, last), "");
}

} // namespace clip_and_sum_privacy_test
} // namespace poise::internal
