// From estimates to summaries that can be written down.
#pragma once

#include "cli/budget.h"
#include "poise/estimate/estimate.h"
#include "poise/estimate/universal_quantile.h"
#include "poise/report/summary.h"

namespace poise::cli {

Summary summarise(std::string statistic, const Estimate &estimate, const Budget &budget,
                  const std::optional<std::string> &unit);
Summary summarise(const QuantileEstimate &estimate, const Budget &budget,
                  const std::optional<std::string> &unit);

} // namespace poise::cli
