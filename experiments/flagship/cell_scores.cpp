// A refusal is no error, and no answer either.
#include "experiments/flagship/cell_scores.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace poise::internal::experiments {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

std::vector<double> answered(std::vector<double> values) {
  std::erase_if(values, [](double value) { return std::isnan(value); });
  std::ranges::sort(values);
  return values;
}

// Between the two that are next to it, in proportion.
double quantile(const std::vector<double> &sorted, double share) {
  const double at = share * static_cast<double>(sorted.size() - 1), below = std::floor(at);
  const double low = sorted[static_cast<std::size_t>(below)],
               high = sorted[static_cast<std::size_t>(std::ceil(at))];
  return high == low ? low : low + (at - below) * (high - low);
}

} // namespace

std::string CellScores::name() const { return fmt::format("{} @ {}", cell, budget.value()); }

ScoreSummary summarise(const MethodScore &score) {
  const std::vector<double> errors = answered(score.errors);
  const auto runs = static_cast<unsigned>(score.errors.size()),
             answers = static_cast<unsigned>(errors.size());
  if (answers == 0) return {none, none, none, runs, runs};
  return {quantile(errors, 0.5), quantile(errors, 0.95), errors.back(), runs, runs - answers};
}

double coverage(const MethodScore &score) {
  const std::vector<double> shares = answered(score.covered);
  double sum = 0;
  for (const double share : shares) sum += share;
  return shares.empty() ? none : sum / static_cast<double>(shares.size());
}

const MethodScore *best_rival(const CellScores &scores) {
  const MethodScore *best = nullptr;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t m = 1; m < scores.methods.size(); ++m) {
    const ScoreSummary summary = summarise(scores.methods[m]);
    if (2 * summary.refusals > summary.runs || !(summary.median < least)) continue;
    least = summary.median;
    best = &scores.methods[m];
  }
  return best;
}

} // namespace poise::internal::experiments
