// A summary to try reports on.
#pragma once

#include "poise/privacy/grant.h"
#include "poise/report/summary.h"

namespace poise::internal {

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

// One of participants who add noise themselves.
inline Summary a_local_summary() {
  Summary summary = a_summary();
  summary.method = "instance-optimal";
  summary.model = ModelSummary{.name = "local", .rounds = 3, .bytes_per_participant = 522};
  return summary;
}

// One of a shuffled session: its rho is that of one order.
inline Summary a_shuffled_summary() {
  Summary summary = a_local_summary();
  summary.model = ModelSummary{.name = "shuffle",
                               .rounds = 12,
                               .bytes_per_participant = 15295,
                               .dishonest = Rational(1, 10),
                               .simulated = false};
  summary.privacy.definition = "approximate";
  summary.privacy.epsilon = Epsilon::parse("4").value();
  summary.privacy.delta = Delta::parse("1e-9").value();
  summary.privacy.order = 7;
  return summary;
}

} // namespace poise::internal
