// Field by field.
#include "poise/answer/summaries.h"

#include "poise/base/nearest_double.h"

namespace poise {

Summary summarise(std::string statistic, const Estimate &estimate, const Budget &budget,
                  const std::optional<std::string> &unit) {
  Summary summary{.statistic = std::move(statistic),
                  .method = estimate.method,
                  .rows = estimate.rows,
                  .unit = unit,
                  .columns = estimate.columns,
                  .value = estimate.value,
                  .noise_std = estimate.noise_std,
                  .level = estimate.interval.level,
                  .low = estimate.interval.low,
                  .high = estimate.interval.high,
                  .privacy = poise::summarise(estimate.receipt, estimate.is_private),
                  .warnings = estimate.warnings};
  summary.privacy.epsilon = budget.epsilon;
  summary.privacy.delta = budget.delta;
  if (estimate.rank_error) summary.rank_errors.assign(estimate.columns.size(), estimate.rank_error->rows);
  return summary;
}

Summary summarise(std::string statistic, const QuantileEstimate &estimate, const Budget &budget,
                  const std::optional<std::string> &unit) {
  Summary summary{.statistic = std::move(statistic),
                  .method = estimate.method,
                  .rows = estimate.rows,
                  .unit = unit,
                  .columns = estimate.columns,
                  .value = {},
                  .noise_std = {},
                  .level = estimate.rank_errors.front().level,
                  .low = {},
                  .high = {},
                  .privacy = poise::summarise(estimate.receipt, estimate.is_private),
                  .warnings = estimate.warnings};
  for (std::size_t i = 0; i < estimate.quantiles.size(); ++i)
    summary.quantiles.push_back({nearest_double(estimate.quantiles[i]), estimate.values[i]});
  for (const RankError &error : estimate.rank_errors) summary.rank_errors.push_back(error.rows);
  summary.privacy.epsilon = budget.epsilon;
  summary.privacy.delta = budget.delta;
  return summary;
}

} // namespace poise
