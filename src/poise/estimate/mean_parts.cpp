// The words and numbers that means share.
#include "poise/estimate/mean_parts.h"

#include "poise/base/nearest_double.h"

#include <algorithm>

namespace poise {
namespace {

constexpr double level = 0.95;
constexpr double normal_quantile = 1.959963984540054; // of (1 + level) / 2

} // namespace

std::size_t count_people(const Table &table) { return table.people().value_or(table.rows()); }

std::optional<Error> too_few_people(const Table &table) {
  if (count_people(table) >= 2) return std::nullopt;
  return Error{ErrorKind::bad_input,
               std::string("the table has one ") + (table.people() ? "person" : "row") +
                   ": a mean of one person cannot be private and useful",
               table.people() ? "give a table about at least two people"
                              : "give a table of at least two rows"};
}

NoiseInterval interval_around(const std::vector<double> &value, const std::vector<double> &noise_std) {
  NoiseInterval interval{level, {}, {}};
  for (std::size_t i = 0; i < value.size(); ++i) {
    interval.low.push_back(value[i] - normal_quantile * noise_std[i]);
    interval.high.push_back(value[i] + normal_quantile * noise_std[i]);
  }
  return interval;
}

std::string not_enough_rows(const std::string &method, std::size_t people, std::uint64_t needed) {
  const std::string more = needed == ~std::uint64_t{0} ? "far more" : "at least " + std::to_string(needed);
  return method + " needs " + more + " rows for this many columns and this budget, and there are " +
         std::to_string(people) +
         ": the result may be far off; more rows, more budget or fewer columns would help";
}

std::vector<std::string> warnings_about(const std::vector<double> &noise_std, const Grid &grid,
                                        bool is_private) {
  std::vector<std::string> warnings;
  if (!is_private) warnings.push_back("simulation with a seed: this result is not private");
  const double bound = nearest_double(grid.step() * Rational(to_integer(Int128{grid.bound()})));
  if (std::ranges::any_of(noise_std, [&](double noise) { return noise > bound; }))
    warnings.push_back("the noise is larger than the bound: this result says nothing about the data; "
                       "more rows, more budget, fewer columns or a smaller bound would help");
  return warnings;
}

} // namespace poise
