// A mean; then the mean of squared distances from it.
#include "poise/estimate/poise/poise_variance.h"

#include "poise/estimate/enough_people.h"
#include "poise/estimate/poise/enough_rows.h"
#include "poise/estimate/poise/known_columns.h"
#include "poise/estimate/poise/people_mean.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace poise::internal {
namespace {

// Of the budget, for the mean, in twentieths: as little as its searches can do with. It need not be sharp, as
// its error counts squared.
constexpr std::array<unsigned, 4> twentieths = {2, 3, 5, 8};

double share_of(unsigned part) { return part / 20.0; }

std::size_t rows_needed(std::size_t columns, double rho, bool own_units) {
  return poise_rows_needed(columns, share_of(twentieths.back()) * rho, own_units);
}

unsigned part_for_mean(std::size_t rows, std::size_t columns, double rho, bool own_units) {
  constexpr std::size_t to_spare = 2;
  for (const unsigned part : twentieths)
    if (rows >= to_spare * poise_rows_needed(columns, share_of(part) * rho, own_units)) return part;
  return twentieths.back();
}

// Where squares would end as doubles do, columns are looked at in a unit of their own spread.
double scale_for(double spread) {
  constexpr int far = 40; // octaves
  const int octave = std::isfinite(spread) && spread > 0 ? std::ilogb(spread) : 0;
  return std::abs(octave) > far ? std::ldexp(1.0, std::clamp(-octave, -1000, 1000)) : 1;
}

// Squares are never below 0, and limits of a cell are limits of its square.
Limits limits_of_square(const Limits &cell, double centre, double scale) {
  const double low = (cell.low - centre) * scale, high = (cell.high - centre) * scale;
  return {0, cell.both() ? std::max(low * low, high * high) : std::numeric_limits<double>::infinity()};
}

double cut_off(double x) {
  constexpr double largest = std::numeric_limits<double>::max();
  return std::clamp(x, 0.0, largest); // NaN stays
}

// In the unit of the cells again, and without what the error of the centre adds.
void put_back(Estimate &squares, const Estimate &centre, const std::vector<double> &scale) {
  for (std::size_t j = 0; j < squares.value.size(); ++j) {
    const double unit = 1 / scale[j], noise = centre.noise_std[j],
                 off = std::max(centre.interval.high[j] - centre.value[j],
                                centre.value[j] - centre.interval.low[j]);
    if (std::isnan(centre.value[j])) {
      squares.value[j] = squares.noise_std[j] = centre.value[j];
      for (NoiseInterval *interval : {&squares.interval, &*squares.population_interval})
        interval->low[j] = interval->high[j] = centre.value[j];
      continue;
    }
    const auto back = [&](double square) { return square * unit * unit; };
    squares.value[j] = cut_off(back(squares.value[j]) - noise * noise);
    squares.noise_std[j] = cut_off(back(squares.noise_std[j]));
    for (NoiseInterval *interval : {&squares.interval, &*squares.population_interval}) {
      interval->low[j] = cut_off(back(interval->low[j]) - off * off);
      interval->high[j] = cut_off(back(interval->high[j]));
    }
  }
}

} // namespace

Result<Estimate> poise_variance(const Table &table, Grant<Rho> grant, Bits &bits, const MeanOptions &options,
                                const RunOptions &run) {
  if (const auto error = check_enough_people(table)) return *error;
  if (const auto error = check_mean_options(options, grant.amount())) return *error;
  if (const auto error = check_poise_columns(table.columns().size())) return *error;
  const auto rows = PeopleRows::of(table, run);
  if (!rows) return rows.error();
  const std::size_t columns = rows->columns();
  const double rho = grant.amount().display();
  const std::size_t needed = rows_needed(columns, rho, options.own_units);
  const bool enough = rows->rows() >= needed, limited = all_limited(options.limits);
  if (!enough && !limited && !options.try_anyway) return too_few_for_poise(rows->rows(), needed);
  const unsigned part = part_for_mean(rows->rows(), columns, rho, options.own_units);
  const std::array<unsigned, 2> parts = {part, 20 - part};
  auto grants = std::move(grant).split(parts);
  const PeopleQuestion question{table.columns(), "variance", options, enough};
  const auto mean = people_mean(*rows, question, std::move(grants[0]), bits, run);
  if (!mean) return mean.error();

  std::vector<double> centre, scale;
  PeopleQuestion of_squares = question;
  of_squares.present = mean->estimate.present;
  of_squares.options.limits.assign(columns, Limits{});
  for (std::size_t j = 0; j < columns; ++j) {
    const double value = mean->estimate.value[j];
    centre.push_back(std::isnan(value) ? 0 : value); // no variance is told of such a column
    scale.push_back(scale_for(mean->spread[j]));
    of_squares.options.limits[j] =
        limits_of_square(options.limits.empty() ? Limits{} : options.limits[j], centre[j], scale[j]);
  }
  auto squares =
      people_mean(rows->squared_distances(centre, scale), of_squares, std::move(grants[1]), bits, run);
  if (!squares) return squares.error();
  Estimate estimate = std::move(squares->estimate);
  put_back(estimate, mean->estimate, scale);
  SpentSteps<Rho> spent = mean->spent.under("mean: ");
  spent.add(squares->spent.under("squares: "));
  estimate.receipt = spent.receipt();
  for (const std::string &warning : mean->estimate.warnings)
    if (std::ranges::find(estimate.warnings, warning) == estimate.warnings.end())
      estimate.warnings.push_back(warning);
  if (!enough && !limited) estimate.warnings.push_back(warning_of_few_rows(rows->rows(), needed));
  return estimate;
}

} // namespace poise::internal
