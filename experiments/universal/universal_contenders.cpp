// Each gets the whole epsilon; neighbours replace one row and n is public, for all alike.
#include "experiments/universal/universal_contenders.h"

#include "experiments/universal/dwork_lei.h"
#include "experiments/universal/log2_histogram.h"
#include "poise/aggregate/exact/sorted_columns.h"
#include "poise/base/nearest_double.h"
#include "poise/estimate/universal/universal_mean.h"
#include "poise/estimate/universal/universal_quantile.h"
#include "poise/estimate/universal/universal_variance.h"
#include "poise/grid/on_grid.h"
#include "poise/mechanism/exponential_quantile.h"
#include "poise/random/seeded_bits.h"

#include <array>
#include <cmath>
#include <fmt/format.h>

namespace poise::internal::experiments {
namespace {

constexpr double delta = 1e-9;
constexpr int exponent = -10; // of the steps of guessed bounds for quantiles: about 1e-3
constexpr std::array guesses = {10'000, 1'000'000};

using Values = Result<std::vector<double>>;

Grant<Epsilon> grant_of(TenthsOfEpsilon epsilon) {
  return Grant<Epsilon>::open(Epsilon::ratio(epsilon.tenths, 10).value());
}

Values estimated(Statistic statistic, const Table &table, UniversalVersion version, Grant<Epsilon> grant,
                 Bits &bits) {
  const UniversalOptions options{.version = version};
  const RunOptions alone{.threads = 1};
  auto found = statistic == Statistic::mean ? universal_mean(table, std::move(grant), bits, options, alone)
               : statistic == Statistic::variance
                   ? universal_variance(table, std::move(grant), bits, options, alone)
                   : universal_iqr(table, std::move(grant), bits, options, alone);
  if (!found) return found.error();
  return std::move(found->value);
}

// A mean or a variance within bounds.
Values within(Statistic statistic, const Sample &sample, const Bounds &bounds, double epsilon, Bits &bits) {
  const auto method = statistic == Statistic::mean ? bounded_mean : bounded_variance;
  return std::vector{method(sample.numbers, bounds, epsilon, bits)};
}

// Quartiles by the exponential mechanism, half of epsilon each; exact, as the library has one.
Values iqr_within(const Table &table, std::int64_t bound, TenthsOfEpsilon epsilon, Bits &bits) {
  const Grid grid = Grid::of(exponent, bound << -exponent).value();
  const auto rows = on_grid(table, grid, {.threads = 1});
  if (!rows) return rows.error();
  const auto sorted = SortedColumns::of(**rows, {.threads = 1});
  if (!sorted) return sorted.error();
  constexpr std::array halves = {1U, 1U};
  auto grants = grant_of(epsilon).split(halves);
  std::array<double, 2> quartiles{};
  for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
    const std::uint64_t rank = ((2 * i + 1) * sorted->rows() + 3) / 4;
    const auto found = exponential_quantiles(*sorted, rank, std::move(grants[i]), bits);
    if (!found) return found.error();
    quartiles[i] = static_cast<double>(found->value().values[0]) * nearest_double(grid.step());
  }
  return std::vector{std::abs(quartiles[1] - quartiles[0])};
}

Contender guessed(Statistic statistic, int bound, TenthsOfEpsilon epsilon) {
  return {.name = fmt::format("guessed bounds 10^{:.0f}", std::log10(bound)),
          .estimate = [=](const Sample &sample, Bits &bits) -> Values {
            if (statistic == Statistic::iqr) return iqr_within(sample.table, bound, epsilon, bits);
            return within(statistic, sample, {-1.0 * bound, 1.0 * bound}, epsilon.value(), bits);
          }};
}

Contender bounds_from_histogram(Statistic statistic, TenthsOfEpsilon epsilon) {
  return {.name = "log2 histogram",
          .estimate = [=](const Sample &sample, Bits &bits) -> Values {
            const double half = epsilon.value() / 2;
            const auto bounds = log2_histogram_bounds(sample.numbers, half, bits);
            if (!bounds) return bounds.error();
            return within(statistic, sample, *bounds, half, bits);
          },
          .may_refuse = true};
}

Contender dwork_lei(TenthsOfEpsilon epsilon) {
  return {.name = "Dwork-Lei, delta = 1e-9",
          .estimate = [=](const Sample &sample, Bits &bits) -> Values {
            const auto found = dwork_lei_iqr(sample.numbers, epsilon.value(), delta, bits);
            if (!found) return found.error();
            return std::vector{*found};
          },
          .may_refuse = true};
}

} // namespace

Contender universal(Statistic statistic, UniversalVersion version, TenthsOfEpsilon epsilon) {
  return {.name = std::string(name_of(version)),
          .estimate =
              [=](const Sample &sample, Bits &) {
                SeededBits bits(sample.shared_seed);
                return estimated(statistic, sample.table, version, grant_of(epsilon), bits);
              },
          .may_refuse = true};
}

Contender privacy_error_of_variance(UniversalVersion version, TenthsOfEpsilon epsilon) {
  constexpr TenthsOfEpsilon plenty{10'000'000};
  return {.name = std::string(name_of(version)),
          .estimate = [=](const Sample &sample, Bits &) -> Values {
            SeededBits once(sample.shared_seed), again(sample.shared_seed);
            const auto found = estimated(Statistic::variance, sample.table, version, grant_of(epsilon), once);
            if (!found) return found.error();
            const auto exact = estimated(Statistic::variance, sample.table, version, grant_of(plenty), again);
            if (!exact) return exact.error();
            return std::vector{sample.truth[0] + (*found)[0] - (*exact)[0]};
          },
          .may_refuse = true};
}

std::vector<Contender> contenders_for(Statistic statistic, TenthsOfEpsilon epsilon) {
  std::vector<Contender> all = {universal(statistic, UniversalVersion::published, epsilon),
                                universal(statistic, UniversalVersion::tuned, epsilon)};
  for (const int bound : guesses) all.push_back(guessed(statistic, bound, epsilon));
  all.push_back(statistic == Statistic::iqr ? dwork_lei(epsilon) : bounds_from_histogram(statistic, epsilon));
  return all;
}

} // namespace poise::internal::experiments
