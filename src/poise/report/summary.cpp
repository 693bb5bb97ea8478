// From a receipt to the lines of a report.
#include "poise/report/summary.h"

namespace poise::internal {

PrivacySummary summarise(const AnyReceipt &receipt, bool is_private) {
  PrivacySummary summary{receipt.is_pure() ? "pure" : "zCDP",
                         receipt.is_pure() ? "epsilon" : "rho",
                         receipt.total(),
                         {},
                         std::nullopt,
                         std::nullopt,
                         is_private};
  for (const AnyReceipt::Step &step : receipt.steps()) summary.spent.push_back({step.name, step.amount});
  return summary;
}

} // namespace poise::internal
