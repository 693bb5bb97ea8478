// Composition over columns, integer clipping and noise, and sums that do not depend on who adds them up.
#include "poise/local/baseline/column_baseline.h"

#include "poise/base/interval.h"
#include "poise/base/nearest_double.h"
#include "poise/base/worker_pool.h"
#include "poise/estimate/enough_people.h"
#include "poise/estimate/mean/make_estimate.h"
#include "poise/privacy/theorem/advanced_composition.h"
#include "poise/privacy/theorem/zcdp_to_approximate.h"

#include <algorithm>

namespace poise::internal {
namespace {

constexpr unsigned most_variance_bits = 140; // so that cutting off at 2^80 is a thousand deviations away
constexpr Int128 most_report = Int128{1} << 80;

std::optional<Error> too_many_steps(const char *name, const Rational &value, const Grid &grid) {
  if (value / grid.step() <= Rational(power_of_two(60))) return std::nullopt;
  return bad_parameter(std::string(name) + " is more than 2^60 steps of the grid",
                       "give a smaller one, or a coarser grid");
}

} // namespace

Result<ColumnLoss> loss_of_a_column(const Approximate &total, std::size_t columns) {
  const Integer count = to_integer(std::uint64_t{columns});
  const auto slack = Delta::of(total.delta.exact() / 2);
  if (!slack) return slack.error();
  const auto advanced = loss_per_step(columns, total, *slack);
  if (!advanced) return advanced.error();
  const auto plain_epsilon = Epsilon::of(total.epsilon.exact() / count);
  const auto plain_delta = Delta::of(total.delta.exact() / count);
  if (!plain_epsilon) return plain_epsilon.error();
  if (!plain_delta) return plain_delta.error();
  const Approximate answer =
      advanced->epsilon <= *plain_epsilon ? Approximate{*plain_epsilon, *plain_delta} : *advanced;
  auto rho = rho_for(answer.epsilon, answer.delta);
  if (!rho) return rho.error();
  return ColumnLoss{answer, *std::move(rho)};
}

Integer reach_around_centre(const Rational &sigma, std::size_t participants, const Rational &beta) {
  constexpr unsigned precision = 128;
  const Rational inside = 8 * Rational(to_integer(std::uint64_t{participants})) / beta;
  const Interval stds = Interval(2L, precision) + sqrt(scale(log(Interval(inside, precision)), 1));
  return (Interval(sigma, precision) * stds).ceil_of_high();
}

Result<ClippedReports> ClippedReports::around(const Integer &centre, const Integer &reach, const Rho &rho) {
  const Rational variance = 2 * Rational(reach * reach) / rho.exact();
  if (variance > Rational(power_of_two(most_variance_bits)))
    return bad_parameter("so little budget and so wide a range need more noise than can be drawn",
                         "give more budget, a smaller range, or a coarser grid");
  return ClippedReports(centre, reach, variance);
}

ClippedReports::ClippedReports(const Integer &centre, const Integer &reach, Rational variance)
    : centre_(to_int128(centre)), reach_(to_int128(reach)), variance_(std::move(variance)),
      noise_(variance_) {}

Int128 ClippedReports::operator()(std::int64_t number, Bits &bits) const {
  const Int128 clipped = std::clamp(number - centre_, -reach_, reach_);
  return std::clamp(clipped + noise_(bits), -most_report, most_report);
}

Result<Estimate> mean_of_reports(std::string method, const BaselineQuestion &question,
                                 const std::vector<ClippedReports> &reports, Takes takes,
                                 Grant<Epsilon> grant, Bits &bits) {
  const std::size_t columns = reports.size();
  struct Tally {
    std::uint64_t count = 0;
    std::vector<Int128> sums;
  };
  std::vector<Tally> tallies(WorkerPool::size_for(question.run.threads),
                             Tally{0, std::vector<Int128>(columns)});
  const auto failed = question.participants.each(
      question.run, bits,
      [&](unsigned worker, std::size_t participant, std::span<const std::int64_t> row, Bits &own) {
        if (!takes(participant)) return;
        Tally &tally = tallies[worker];
        ++tally.count;
        for (std::size_t j = 0; j < columns; ++j) tally.sums[j] += reports[j](row[j], own);
      });
  if (failed) return *failed;
  for (std::size_t w = 1; w < tallies.size(); ++w) {
    tallies[0].count += tallies[w].count;
    for (std::size_t j = 0; j < columns; ++j) tallies[0].sums[j] += tallies[w].sums[j];
  }

  const Rational step = question.grid.step(), count = Rational(to_integer(tallies[0].count));
  const double range = nearest_double(question.range);
  std::vector<double> value, noise_std;
  for (std::size_t j = 0; j < columns; ++j) {
    const Rational moved = Rational(to_integer(tallies[0].sums[j])) / count;
    const double mean = nearest_double((to_integer(reports[j].centre()) + moved) * step);
    value.push_back(std::clamp(mean, -range, range));
    noise_std.push_back(nearest_root(reports[j].variance() / count * step * step));
  }
  Receipt<Epsilon> receipt = std::move(grant).spend(method);
  return make_estimate(std::move(method), question.table, question.grid,
                       {std::move(value), std::move(noise_std), std::move(receipt),
                        bits.provenance() == Provenance::operating_system});
}

std::optional<Error> check_baseline(const Table &table, const Grid &grid, const Rational &range,
                                    const Rational &least_sigma, const Rational &largest_sigma,
                                    const Rational &beta) {
  if (const auto error = check_enough_people(table)) return error;
  if (range <= 0)
    return bad_parameter("the range of the mean must be positive", "give a bound that is public knowledge");
  if (least_sigma <= 0 || largest_sigma < least_sigma)
    return bad_parameter("standard deviations must be positive, and the largest at least the least",
                         "give numbers that are public knowledge");
  if (beta <= 0 || beta >= 1)
    return bad_parameter("the probability of failure must be between 0 and 1", "give a number such as 0.1");
  if (const auto error = too_many_steps("the range of the mean", range, grid)) return error;
  return too_many_steps("the largest standard deviation", largest_sigma, grid);
}

} // namespace poise::internal
