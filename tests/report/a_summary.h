// A summary to try reports on.
#pragma once

#include "poise/privacy/grant.h"
#include "poise/report/summary.h"

namespace poise {

inline Summary a_summary(const char *rho = "0.5") {
  return Summary{.statistic = "mean",
                 .method = "gaussian",
                 .rows = 4000,
                 .columns = {"a", "b"},
                 .value = {0.1, -3.25},
                 .noise_std = {0.02, 0.02},
                 .level = 0.95,
                 .low = {0.06, -3.29},
                 .high = {0.14, -3.21},
                 .privacy = summarise(Grant<Rho>::open(Rho::parse(rho).value()).spend("sum"), true),
                 .warnings = {}};
}

} // namespace poise
