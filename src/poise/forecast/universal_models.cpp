// universal and universal-tuned: each column by itself, with an equal part of the budget.
#include "poise/estimate/universal/universal_guard.h"
#include "poise/estimate/universal/universal_shares.h"
#include "poise/forecast/ladder_search.h"
#include "poise/forecast/method_model.h"
#include "poise/forecast/steps.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace poise::internal {
namespace {

template <class Unit> Unit for_a_column(const Unit &whole, std::size_t columns) {
  return Unit::of(whole.exact() / Rational(to_integer(std::uint64_t{columns}))).value();
}

std::optional<Error> too_few(std::size_t rows, const Facts &facts, UniversalVersion version) {
  const UniversalOptions options{.version = version};
  return std::visit(
      [&](const auto &whole) {
        return check_enough_for_mean(rows, for_a_column(whole, facts.columns), options);
      },
      facts.budget);
}

// The guard has looked for the number, and names it to those who ask with far too few rows.
std::size_t rows_to_run(const Facts &facts, UniversalVersion version) {
  constexpr std::size_t fewest = 2;
  const auto error = too_few(fewest, facts, version);
  if (!error) return fewest;
  constexpr std::string_view before = "at least ";
  const std::size_t place = error->wrong.find(before);
  if (place == std::string::npos) return 0; // "far more"
  std::size_t rows = 0;
  for (const char digit : std::string_view(error->wrong).substr(place + before.size())) {
    if (digit < '0' || digit > '9') break;
    rows = 10 * rows + static_cast<std::size_t>(digit - '0');
  }
  return rows;
}

std::optional<std::string> refuses(const Facts &facts, UniversalVersion version) {
  if (const auto *const rho = std::get_if<Rho>(&facts.budget); rho && wants_zcdp(facts))
    return wants_zcdp(facts);
  if (const auto why = too_large_to_sort(facts, 1)) return why;
  const auto error = too_few(facts.rows, facts, version);
  if (error) return error->wrong;
  return std::nullopt;
}

// A budget as a double, and what its steps act like.
struct Purse {
  double amount;
  bool pure;

  Purse part(double share) const { return {amount * share, pure}; }
  double epsilon() const { return pure ? amount : pure_beside(amount); }
  // The share that a median at this rate costs: find_range.cpp.
  double cost(double rate) const { return pure ? 2 * rate / amount : rate * rate / 2 / amount; }
  // Standard deviation of the noise for a sum that one row moves by this much.
  double noise(double moved) const {
    return pure ? std::numbers::sqrt2 * moved / amount : moved / std::sqrt(2 * amount);
  }
};

struct Shares {
  Purse reach, radius, sum;
};

// As with_enough_for_centre of find_range.cpp: on a wide grid the median costs more, at the expense of the
// others.
Shares tuned_shares(const Purse &purse, const UniversalShares &shares, double rows, double candidates) {
  const double all = shares.scale + shares.whole_range + shares.sum;
  const double later = shares.range.centre + shares.range.reach + shares.range.radius;
  const Purse rest = purse.part(later / all);
  const double rate = 4 * (std::log(candidates) + 9) / rows;
  const double centre = std::max(std::min(0.6, rest.cost(rate)), shares.range.centre / later);
  const double others = shares.range.reach + shares.range.radius;
  return {rest.part((1 - centre) * shares.range.reach / others),
          rest.part((1 - centre) * shares.range.radius / others), purse.part(shares.sum / all)};
}

struct Column {
  double noise, error;
};

// Of a column with standard deviation 1.
Column forecast_column(const AssumedTable &table, const std::vector<LikelyRadius> &radii, const Purse &sum,
                       double centre) {
  double noise = 0, squares = 0;
  for (const auto &[radius, chance] : radii) {
    const double of_radius = sum.noise(2 * radius) / table.rows, bias = table.law.cut_off(centre, radius);
    noise += chance * of_radius * of_radius;
    squares +=
        chance * (of_radius * of_radius + bias * bias + table.law.cut_noise(centre, radius) / table.rows);
  }
  return {std::sqrt(noise), std::sqrt(squares)};
}

// Half of the pairs of a column are within this of each other, the middle of an octave down.
double likely_scale(const AssumedTable &table) {
  constexpr double of_normal = 0.9539 / std::numbers::sqrt2;
  return of_normal * 0.3989 / table.law.density_at_median();
}

Column tuned_column(const AssumedTable &table, const Purse &purse, const UniversalShares &shares,
                    double mean) {
  const double scale = likely_scale(table), centre = table.law.median();
  const double candidates = 8 * std::numbers::sqrt2 * (std::abs(mean) + 2) / scale;
  const Shares parts = tuned_shares(purse, shares, table.rows, candidates);
  const UniversalOptions options{.version = UniversalVersion::tuned};
  const auto above = [&](double r) { return table.law.outside(centre, r); };
  const auto radii = likely_close_radii(
      above, table.rows, scale, LadderNoise::of(safe_search(options), parts.reach.epsilon(), table.rows),
      LadderNoise::of(close_search(options), parts.radius.epsilon(), table.rows));
  return forecast_column(table, radii, parts.sum, centre);
}

// The range may come from a sample, with what that allows: universal/range_sample.h.
Column published_column(const AssumedTable &table, const Purse &purse, const UniversalShares &shares,
                        double looked_at) {
  const double all = shares.scale + shares.whole_range + shares.sum;
  const RangeShares &range = shares.range;
  Purse inner = purse.part(shares.whole_range / all);
  if (looked_at < table.rows) inner.amount = std::log1p(std::expm1(inner.amount) * table.rows / looked_at);
  const Purse radius =
      inner.part(range.radius / static_cast<double>(range.magnitude + range.centre + range.radius));
  const UniversalOptions options{.version = UniversalVersion::published};
  const LadderNoise noise = LadderNoise::of(close_search(options), radius.epsilon(), looked_at);
  const double centre = table.law.median();
  // 3/16 of the pairs are within a third of a standard deviation; the scale is within an octave below half.
  const double scale = likely_scale(table) * 0.3517 / 2;
  std::vector<LikelyRadius> radii;
  constexpr std::array places = {0.125, 0.375, 0.625, 0.875};
  for (const double place : places)
    for (const auto &[found, chance] : likely_radii([&](double r) { return table.law.outside(centre, r); },
                                                    looked_at, scale * std::exp2(place + 0.5), 1, noise))
      radii.push_back({found, chance / places.size()});
  return forecast_column(table, radii, purse.part(shares.sum / all), centre);
}

ColumnErrors errors(const Facts &facts, const AssumedTable &table, UniversalVersion version) {
  const UniversalOptions options{.version = version};
  return std::visit(
      [&]<class Unit>(const Unit &whole) {
        const Unit part = for_a_column(whole, facts.columns);
        const Purse purse{part.display(), std::is_same_v<Unit, Epsilon>};
        const UniversalShares shares = mean_shares(options, facts.rows, part);
        const auto looked_at = static_cast<double>(people_looked_at(facts.rows, part, options));
        ColumnErrors found;
        std::optional<Column> last;
        double last_mean = 0;
        for (const ColumnGroup &group : table.groups) {
          const double mean = std::abs(group.mean) / group.spread;
          if (!last || std::abs(mean - last_mean) > 1e-9 * mean) // columns differ by their unit alone
            last = version == UniversalVersion::tuned ? tuned_column(table, purse, shares, mean)
                                                      : published_column(table, purse, shares, looked_at);
          last_mean = mean;
          found.noise.push_back(last->noise * group.spread);
          found.error.push_back(last->error * group.spread);
        }
        return found;
      },
      facts.budget);
}

} // namespace

std::size_t rows_for_universal(const Facts &facts) { return rows_to_run(facts, UniversalVersion::published); }
std::size_t rows_for_universal_tuned(const Facts &facts) {
  return rows_to_run(facts, UniversalVersion::tuned);
}

std::optional<std::string> universal_refuses(const Facts &facts, const AssumedTable &) {
  return refuses(facts, UniversalVersion::published);
}
std::optional<std::string> universal_tuned_refuses(const Facts &facts, const AssumedTable &) {
  return refuses(facts, UniversalVersion::tuned);
}
ColumnErrors universal_errors(const Facts &facts, const AssumedTable &table) {
  return errors(facts, table, UniversalVersion::published);
}
ColumnErrors universal_tuned_errors(const Facts &facts, const AssumedTable &table) {
  return errors(facts, table, UniversalVersion::tuned);
}

} // namespace poise::internal
