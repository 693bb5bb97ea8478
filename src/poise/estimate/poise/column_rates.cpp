// A search fails when chance beats what the rows say: exp(-rate * score) against so many candidates.
#include "poise/estimate/poise/column_rates.h"

#include "poise/estimate/poise/ladders.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace poise::internal {
namespace {

double spread_rate(double distances, double nats) { return (nats + 3) / (in_window * distances); }

// A median, also where the column is 10^5 of its spreads away from zero: that is 13 nats less likely
// beforehand.
double centre_rate(double cells, double columns) { return 2 * (std::log(500 * columns) + 13) / cells; }

double cost_of(double rate) { return rate * rate / 2; }

} // namespace

std::size_t group_for(double present, double rows) {
  if (present > 0.8) return 2;
  const double enough = std::min(1000.0, std::ceil(2.2 / std::max(present, 1e-3)));
  return static_cast<std::size_t>(std::clamp(enough, 2.0, std::max(2.0, rows)));
}

double distances_of(double rows, double present, std::size_t group) {
  const auto g = static_cast<double>(group);
  const double none = std::pow(1 - present, g), one = g * present * std::pow(1 - present, g - 1);
  return std::max(1.0, std::floor(rows / g) * std::max(0.0, 1 - none - one));
}

double ColumnRates::cost() const {
  double total = 0;
  for (const double rate : spread) total += cost_of(rate);
  for (const double rate : centre) total += cost_of(rate);
  return total;
}

void ColumnRates::share_out(double rho) {
  std::vector<std::size_t> order(spread.size());
  std::iota(order.begin(), order.end(), 0);
  const auto cost_of_column = [&](std::size_t j) { return cost_of(spread[j]) + cost_of(centre[j]); };
  std::ranges::stable_sort(order, [&](auto a, auto b) { return cost_of_column(a) < cost_of_column(b); });
  double left = rho;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::size_t j = order[i];
    const double cost = cost_of_column(j), part = left / static_cast<double>(order.size() - i);
    const double factor = cost > part ? std::sqrt(part / cost) : 1;
    spread[j] *= factor;
    centre[j] *= factor;
    left -= std::min(cost, part);
  }
}

ColumnRates column_rates(const RateQuestion &question) {
  const auto columns = static_cast<double>(question.present.size());
  // A search has more than it needs where that costs little.
  const double spare = std::sqrt(0.008 * question.rho / columns);
  ColumnRates rates;
  for (const double present : question.present) {
    const double distances = distances_of(question.rows, present, group_for(present, question.rows)),
                 cells = std::max(1.0, question.rows * present);
    rates.spread.push_back(std::max(spread_rate(distances, question.nats), std::min(spare, 150 / distances)));
    rates.centre.push_back(std::max(centre_rate(cells, columns), std::min(spare, 300 / cells)));
  }
  return rates;
}

double column_rows_needed(std::size_t columns, double rho) {
  const auto d = static_cast<double>(columns);
  const double one = d * (cost_of(spread_rate(0.5, nats_for(widest_span, d))) + cost_of(centre_rate(1, d)));
  return std::sqrt(one / (most_for_columns * rho));
}

} // namespace poise::internal
