// Field by field.
#include "poise/answer/summaries.h"

#include "poise/base/nearest_double.h"

namespace poise::internal {
namespace {

// What every estimate has.
template <class Any>
Summary without_numbers(std::string statistic, const Any &estimate, const Budget &budget,
                        const std::optional<std::string> &unit, double level) {
  Summary summary{.statistic = std::move(statistic),
                  .method = estimate.method,
                  .rows = estimate.rows,
                  .unit = unit,
                  .columns = estimate.columns,
                  .value = {},
                  .noise_std = {},
                  .level = level,
                  .low = {},
                  .high = {},
                  .privacy = poise::internal::summarise(estimate.receipt, estimate.is_private),
                  .warnings = estimate.warnings};
  if (estimate.present) summary.present = {estimate.present->value, estimate.present->noise_std};
  summary.privacy.epsilon = budget.epsilon;
  summary.privacy.delta = budget.delta;
  return summary;
}

} // namespace

Summary summarise(std::string statistic, const Estimate &estimate, const Budget &budget,
                  const std::optional<std::string> &unit) {
  Summary summary = without_numbers(std::move(statistic), estimate, budget, unit, estimate.interval.level);
  summary.value = estimate.value;
  summary.noise_std = estimate.noise_std;
  summary.low = estimate.interval.low;
  summary.high = estimate.interval.high;
  if (estimate.population_interval)
    summary.population = {estimate.population_interval->low, estimate.population_interval->high};
  if (estimate.rank_error) summary.rank_errors.assign(estimate.columns.size(), estimate.rank_error->rows);
  return summary;
}

Summary summarise(std::string statistic, const QuantileEstimate &estimate, const Budget &budget,
                  const std::optional<std::string> &unit) {
  Summary summary =
      without_numbers(std::move(statistic), estimate, budget, unit, estimate.rank_errors.front().level);
  for (std::size_t i = 0; i < estimate.quantiles.size(); ++i)
    summary.quantiles.push_back({nearest_double(estimate.quantiles[i]), estimate.values[i]});
  for (const RankError &error : estimate.rank_errors) summary.rank_errors.push_back(error.rows);
  return summary;
}

} // namespace poise::internal
