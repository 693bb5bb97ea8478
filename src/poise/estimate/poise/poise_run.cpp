// People are drawn in order, then put in a secret one.
#include "poise/estimate/poise/poise_run.h"

#include "poise/base/nearest_double.h"
#include "poise/grid/people_sample.h"
#include "poise/random/sampler/permutation.h"

#include <algorithm>

namespace poise::internal {

PoiseSizes poise_sizes(std::size_t rows, std::size_t columns, double rho) {
  const auto n = static_cast<double>(rows), d = static_cast<double>(columns);
  // So many that a search with 0.3% of the budget misses its rank by little …
  double enough = std::max(8192.0, 60 / std::sqrt(0.006 * rho));
  // … and that searches in all columns take about 1% of it: scores of about 60 and 40 decide them.
  enough = std::max(enough, std::sqrt(d * (60 * 60 + 40 * 40) / 2 / (0.01 * rho)));
  PoiseSizes sizes{};
  sizes.searched = static_cast<std::size_t>(std::min(n, std::ceil(enough)));
  // Sums and products over more rows have less noise: as many as take little time.
  const double more = std::clamp(0x1p28 / (d * d), 16384.0, 65536.0);
  sizes.sampled = std::max(sizes.searched, static_cast<std::size_t>(std::min(n, more)));
  const double rate = nats_of_a_search(columns) / static_cast<double>(sizes.searched);
  sizes.search_share = std::clamp(rate * rate / 2 / rho, least_for_a_search, most_for_a_search);
  return sizes;
}

Result<PoiseRun> PoiseRun::start(const PeopleRows &rows, Grant<Rho> grant, Bits &bits,
                                 const RunOptions &run) {
  const PoiseSizes sizes = poise_sizes(rows.rows(), rows.columns(), grant.amount().display());
  const auto drawn = sample_without_replacement(sizes.sampled, rows.rows(), bits);
  std::vector<std::uint64_t> picks;
  picks.reserve(drawn.size());
  for (const std::uint64_t place : permutation(drawn.size(), bits)) picks.push_back(drawn[place]);
  auto sample = PeopleSample::of(rows, picks, run);
  if (!sample) return sample.error();
  PeopleRows searched = PeopleSample::first(*sample, sizes.searched);
  return PoiseRun(rows, std::move(*sample), std::move(searched), sizes.search_share, std::move(grant), bits,
                  run);
}

void PoiseRun::keep_columns(const std::vector<std::size_t> &columns) {
  const std::size_t searched = searched_.rows();
  rows_ = rows_.only(columns);
  sample_ = sample_.only(columns);
  searched_ = PeopleSample::first(sample_, searched);
}

Result<NoisyAverage> PoiseRun::average(const ExactSum &sum, double step, double rho,
                                       const std::string &name) {
  return average_with(budget_.take(rho), sum, step, name);
}

Result<NoisyAverage> PoiseRun::last_average(const ExactSum &sum, double step, const std::string &name) {
  return average_with(std::move(budget_).take_the_rest(), sum, step, name);
}

Result<NoisyAverage> PoiseRun::average_with(Grant<Rho> grant, const ExactSum &sum, double step,
                                            const std::string &name) {
  const auto released = noisy_sum(sum, std::move(grant), bits_, name);
  if (!released) return released.error();
  const NoisySum &noisy = kept(*released);
  const double unit = step / static_cast<double>(sum.rows());
  NoisyAverage result{{}, nearest_root(Rational(noisy.noise_variance)) * unit};
  for (const Int128 value : noisy.values) result.value.push_back(static_cast<double>(value) * unit);
  return result;
}

} // namespace poise::internal
