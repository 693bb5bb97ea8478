// The people work or do not, which moves all columns but two.
#include "experiments/flagship/people.h"

#include "experiments/flagship/laws.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace poise::internal::experiments {
namespace {

constexpr double retirement = 66;

// An index, in proportion to the weights.
std::size_t pick(std::span<const double> weights, Bits &bits) {
  double left = uniform_draw(bits) * std::accumulate(weights.begin(), weights.end(), 0.0);
  std::size_t at = 0;
  while (at + 1 < weights.size() && left >= weights[at]) left -= weights[at++];
  return at;
}

double age(Bits &bits) {
  const double years = chance(0.75, bits) ? 42 + 13 * normal_draw(bits) : 70 + 8 * normal_draw(bits);
  return std::clamp(std::floor(years), 18.0, 99.0);
}

double income(bool working, TopIncomes top, Bits &bits) {
  if (!working) return chance(0.15, bits) ? 0 : 14'000 * std::exp(0.4 * normal_draw(bits));
  if (chance(0.03, bits) && top == TopIncomes::kept) return 120'000 / std::sqrt(uniform_draw(bits));
  return 36'000 * std::exp(0.55 * normal_draw(bits));
}

double hours(bool working, Bits &bits) {
  static constexpr std::array<double, 5> usual = {20, 30, 35, 40, 50}, weights = {12, 10, 18, 48, 12};
  if (!working) return 0;
  const double week = usual[pick(weights, bits)];
  return std::clamp(chance(0.6, bits) ? week : week + std::floor(4 * normal_draw(bits)), 1.0, 90.0);
}

double commute(bool working, Bits &bits) {
  if (!working || chance(0.2, bits)) return 0;
  return std::min(std::floor(24 * std::exp(0.7 * normal_draw(bits))), 240.0);
}

void fill_person(TopIncomes top, std::span<double> row, Bits &bits) {
  static constexpr std::array<double, 7> children = {44, 21, 23, 8, 3, 1, 1};
  row[0] = age(bits);
  const bool working = chance(row[0] < retirement ? 0.87 : 0.08, bits);
  row[1] = std::floor(income(working, top, bits) / 10) * 10;
  row[2] = hours(working, bits);
  row[3] = commute(working, bits);
  row[4] = static_cast<double>(pick(children, bits));
}

} // namespace

MakeFill people(TopIncomes top) {
  return [top](Bits &) -> FillRow {
    return [top](std::span<double> row, Bits &bits) { fill_person(top, row, bits); };
  };
}

} // namespace poise::internal::experiments
