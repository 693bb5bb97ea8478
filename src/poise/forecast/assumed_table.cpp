// Guesses, in the open.
#include "poise/forecast/assumed_table.h"

#include "poise/base/nearest_double.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace poise::internal {
namespace {

constexpr std::size_t most_groups = 256;
constexpr double octaves_between_units = 10;    // a factor of about 1000
constexpr double spreads_from_zero = 3;         // nobody promised that columns lie around zero
constexpr double spread_beside_bound = 1.0 / 8; // a bound that people name is seldom tight

std::optional<Error> check_guess(const char *name, const std::optional<std::vector<double>> &guess,
                                 std::size_t columns, bool positive) {
  if (!guess) return std::nullopt;
  if (guess->size() != 1 && guess->size() != columns)
    return bad_parameter("there are " + std::to_string(guess->size()) + " " + name + " for " +
                             std::to_string(columns) + " columns",
                         "give one for all, or one a column");
  for (const double number : *guess)
    if (!(std::abs(number) <= 1e100) || (positive && !(number >= 1e-100)))
      return bad_parameter(std::string(name) + " must be " +
                               (positive ? "between 1e-100 and 1e100" : "within 1e100"),
                           "give numbers that are public knowledge, or a guess");
  return std::nullopt;
}

std::optional<Error> check_facts(const Facts &facts) {
  if (facts.rows < 2) return bad_parameter("a mean needs at least two rows", "say how many rows there are");
  if (facts.rows > std::size_t{1} << 50)
    return bad_parameter("no table has so many rows", "give at most 2^50");
  if (facts.columns < 1 || facts.columns > std::size_t{1} << 30)
    return bad_parameter("a table has between 1 and 2^30 columns, got " + std::to_string(facts.columns),
                         "say how many columns are asked for");
  if (facts.norm < 1 || facts.norm > 1000)
    return bad_parameter("the norm of the error must be between 1 and 1000",
                         "choose 1 for the sum of all errors, 2 for the usual distance");
  if (facts.bound && !(*facts.bound > 0 && nearest_double(*facts.bound) <= 1e100))
    return bad_parameter("a bound must be positive and at most 1e100", "give one that is public knowledge");
  if (facts.skew && !(*facts.skew >= 0 && *facts.skew <= 4))
    return bad_parameter("the skew must be between 0 and 4", "give 0 for normal columns, 1 for incomes");
  if (facts.ones && !(*facts.ones > 0 && *facts.ones < 1))
    return bad_parameter("the share of ones must be between 0 and 1",
                         "give the share of a typical column, such as 0.01");
  if (const auto error = check_guess("spreads", facts.spreads, facts.columns, true)) return error;
  return check_guess("means", facts.means, facts.columns, false);
}

double guess_of(const std::vector<double> &guess, std::size_t column) {
  return guess[guess.size() == 1 ? 0 : column];
}

// Those of nearly equal spread and mean together.
std::vector<ColumnGroup> gathered(std::vector<ColumnGroup> columns) {
  std::ranges::sort(columns, [](const ColumnGroup &a, const ColumnGroup &b) {
    return a.spread != b.spread ? a.spread < b.spread : a.mean < b.mean;
  });
  std::vector<ColumnGroup> groups;
  double closeness = 1e-9;
  while (true) {
    groups.clear();
    for (const ColumnGroup &column : columns) {
      const bool alike = !groups.empty() && column.spread <= groups.back().spread * (1 + closeness) &&
                         std::abs(column.mean - groups.back().mean) <= closeness * 10 * column.spread;
      if (alike)
        groups.back().count += column.count;
      else
        groups.push_back(column);
    }
    if (groups.size() <= 4 * most_groups || closeness > 1) return groups;
    closeness = std::max(4 * closeness, 1e-3);
  }
}

std::vector<ColumnGroup> groups_of_bits(const Facts &facts, std::vector<std::string> &guesses) {
  const auto bit = [](double share) { return ColumnGroup{1, std::sqrt(share * (1 - share)), share}; };
  if (facts.ones) {
    ColumnGroup group = bit(*facts.ones);
    group.count = static_cast<double>(facts.columns);
    return {group};
  }
  guesses.push_back("the j-th column has a one in a share of 1/(j+1) of the rows");
  // The first columns matter most: places that grow by a constant factor.
  std::vector<ColumnGroup> groups;
  const auto columns = static_cast<double>(facts.columns);
  double first = 1;
  while (first <= columns) {
    const double last = std::min(columns, std::max(first, std::floor(first * 1.05)));
    ColumnGroup group = bit(1 / ((first + last) / 2 + 1));
    group.count = last - first + 1;
    groups.push_back(group);
    first = last + 1;
  }
  return groups;
}

// Spread and mean of the column at a place between 0 and the number of columns.
struct Guesser {
  const Facts &facts;
  double columns, bound; // no bound: 0

  double spread(double place) const {
    if (facts.spreads) return guess_of(*facts.spreads, static_cast<std::size_t>(place));
    const double largest = bound > 0 ? bound * spread_beside_bound : 1;
    return facts.own_units ? largest * std::exp2(octaves_between_units * (place / columns - 1)) : largest;
  }
  double mean(double place) const {
    if (facts.means) return guess_of(*facts.means, static_cast<std::size_t>(place));
    if (facts.sparse) return 0;
    const double away = spreads_from_zero * spread(place);
    return bound > 0 ? std::min(away, bound) : away;
  }
  // At how many places to look: at all columns where they were told one by one, else at some, evenly.
  std::size_t places() const {
    if ((facts.spreads && facts.spreads->size() > 1) || (facts.means && facts.means->size() > 1))
      return facts.columns;
    return facts.own_units && !facts.spreads ? std::min(facts.columns, most_groups) : 1;
  }
};

std::vector<ColumnGroup> groups_of_numbers(const Facts &facts, std::vector<std::string> &guesses) {
  const auto columns = static_cast<double>(facts.columns);
  const double bound = facts.bound ? nearest_double(*facts.bound) : 0;
  const Guesser guesser{facts, columns, bound};
  const std::size_t places = guesser.places();
  const double each = columns / static_cast<double>(places);
  std::vector<ColumnGroup> groups;
  for (std::size_t i = 0; i < places; ++i) {
    const double place = (static_cast<double>(i) + 0.5) * each;
    groups.push_back({each, guesser.spread(place), guesser.mean(place)});
  }
  if (!facts.spreads && facts.own_units)
    guesses.emplace_back("columns have units of their own: spreads differ by factors of up to a thousand" +
                         std::string(bound > 0 ? ", the widest an eighth of the bound" : ""));
  else if (!facts.spreads)
    guesses.emplace_back(bound > 0 ? "every column has a standard deviation of an eighth of the bound"
                                   : "every column has a standard deviation of 1");
  if (!facts.means)
    guesses.emplace_back(facts.sparse ? "columns are about zero on average, as most cells are"
                                      : "columns lie three standard deviations from zero");
  return gathered(std::move(groups));
}

} // namespace

double AssumedTable::width() const {
  return static_cast<double>(std::bit_ceil(static_cast<std::uint64_t>(columns)));
}

double AssumedTable::squared_spread() const {
  double sum = 0;
  for (const ColumnGroup &group : groups) sum += group.count * group.spread * group.spread;
  return sum;
}

double AssumedTable::magnitude() const {
  if (binary) return 1;
  double most = 0;
  for (const ColumnGroup &group : groups) {
    const double stds = std::sqrt(2 * std::log(8 * group.count));
    const double furthest = law.skew() > 0 ? std::expm1(law.skew() * stds) / law.skew() : stds;
    most = std::max(most, std::abs(group.mean) + group.spread * furthest);
  }
  return bound ? std::min(most, *bound) : most;
}

Result<AssumedTable> assumed_table(const Facts &facts) {
  if (const auto error = check_facts(facts)) return *error;
  std::vector<std::string> guesses;
  std::vector<ColumnGroup> groups =
      facts.binary ? groups_of_bits(facts, guesses) : groups_of_numbers(facts, guesses);
  if (!facts.skew && !facts.binary)
    guesses.emplace_back("columns are about normal: heavy tails would cost more");
  return AssumedTable{.rows = static_cast<double>(facts.rows),
                      .columns = static_cast<double>(facts.columns),
                      .norm = nearest_double(facts.norm),
                      .groups = std::move(groups),
                      .law = ColumnLaw(facts.binary ? 0 : facts.skew.value_or(0)),
                      .binary = facts.binary,
                      .bound = facts.bound ? std::optional(nearest_double(*facts.bound)) : std::nullopt,
                      .guesses = std::move(guesses)};
}

} // namespace poise::internal
