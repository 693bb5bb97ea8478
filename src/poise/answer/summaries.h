// From estimates to summaries that can be written down.
#pragma once

#include "poise/answer/question/read_budget.h"
#include "poise/estimate/estimate.h"
#include "poise/estimate/universal/universal_quantile.h"
#include "poise/report/summary.h"

namespace poise::internal {

Summary summarise(std::string statistic, const Estimate &estimate, const Budget &budget,
                  const std::optional<std::string> &unit);
Summary summarise(std::string statistic, const QuantileEstimate &estimate, const Budget &budget,
                  const std::optional<std::string> &unit);

} // namespace poise::internal
