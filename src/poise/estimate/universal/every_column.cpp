// Parts of the grant, then intervals and warnings.
#include "poise/estimate/universal/every_column.h"

#include "poise/estimate/enough_people.h"
#include "poise/table/column_of.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace poise::internal {
namespace {


// How many standard deviations of the noise the interval reaches to either side.
template <class Unit> double reach_in_stds() {
  if constexpr (std::is_same_v<Unit, Epsilon>)
    return 2.118325640; // log(1 / (1 - 0.95)) / sqrt(2), for Laplace noise
  else
    return 1.959963985; // for Gaussian noise
}

// Squares of large numbers may be beyond all doubles.
double cut_off(double number) {
  constexpr double largest = std::numeric_limits<double>::max();
  return std::clamp(number, -largest, largest);
}

} // namespace

std::vector<std::string> warnings_about(const std::string &method, std::size_t people, std::uint64_t needed,
                                        bool is_private) {
  std::vector<std::string> warnings;
  if (!is_private) warnings.emplace_back("simulation with a seed: this result is not private");
  if (people < needed)
    warnings.push_back(not_enough_rows(method, people, needed) +
                       ": the result may be far off; more rows, more budget or fewer columns would help");
  return warnings;
}

template <class Unit>
Estimate make_estimate(std::string method, const Table &table, const std::vector<FoundValue<Unit>> &columns) {
  const std::size_t people = count_people(table);
  std::vector<double> value, noise_std;
  std::vector<std::string> more;
  NoiseInterval interval{interval_level, {}, {}};
  SpentSteps<Unit> spent;
  std::uint64_t needed = 0;
  bool beyond = false;
  for (const FoundValue<Unit> &column : columns) {
    const double noise = cut_off(column.noise_std), reach = reach_in_stds<Unit>() * noise;
    value.push_back(cut_off(column.value));
    noise_std.push_back(noise);
    interval.low.push_back(cut_off(value.back() - reach));
    interval.high.push_back(cut_off(value.back() + reach));
    beyond = beyond || std::isinf(column.value) || std::isinf(column.noise_std);
    spent.add(column.spent);
    needed = std::max(needed, column.needed_rows);
  }
  for (std::size_t j = 0; j < columns.size(); ++j)
    if (columns[j].mostly_equal)
      more.push_back("most rows are equal in " + table.columns()[j] +
                     ": if only a few differ, they may have been cut off (gaps and words count as 0)");
  if (beyond) more.emplace_back("a result is beyond the largest number there is, and was cut off there");
  auto warnings = warnings_about(method, people, needed, spent.is_private());
  warnings.insert(warnings.end(), more.begin(), more.end());
  return Estimate{.method = std::move(method),
                  .rows = people,
                  .columns = table.columns(),
                  .value = std::move(value),
                  .noise_std = std::move(noise_std),
                  .interval = std::move(interval),
                  .receipt = spent.receipt(),
                  .is_private = spent.is_private(),
                  .warnings = std::move(warnings)};
}

template <class Unit>
Result<Estimate>
every_column(std::string method, const Table &table, Grant<Unit> grant,
             const std::function<Result<FoundValue<Unit>>(const Table &column, Grant<Unit> part)> &estimate) {
  if (const auto error = check_enough_people(table)) return *error;
  const std::size_t columns = table.columns().size();
  auto grants = std::move(grant).split(std::vector<unsigned>(columns, 1));
  std::vector<FoundValue<Unit>> found;
  for (std::size_t j = 0; j < columns; ++j) {
    auto one = estimate(column_of(table, j), std::move(grants[j]));
    if (!one) return one.error();
    if (columns > 1) one->spent = one->spent.under(table.columns()[j] + ": ");
    found.push_back(std::move(*one));
  }
  return make_estimate<Unit>(std::move(method), table, found);
}

template Estimate make_estimate(std::string, const Table &, const std::vector<FoundValue<Epsilon>> &);
template Estimate make_estimate(std::string, const Table &, const std::vector<FoundValue<Rho>> &);
template Result<Estimate>
every_column(std::string, const Table &, Grant<Epsilon>,
             const std::function<Result<FoundValue<Epsilon>>(const Table &, Grant<Epsilon>)> &);
template Result<Estimate>
every_column(std::string, const Table &, Grant<Rho>,
             const std::function<Result<FoundValue<Rho>>(const Table &, Grant<Rho>)> &);

} // namespace poise::internal
