// From a receipt to the lines of a report.
#include "poise/report/summary.h"

namespace poise {

PrivacySummary summarise(const Receipt<Rho> &receipt, bool is_private) {
  PrivacySummary summary{"zCDP", "rho", receipt.total(), {}, std::nullopt, std::nullopt, is_private};
  for (const Receipt<Rho>::Step &step : receipt.steps())
    summary.spent.push_back({step.name, step.amount.exact()});
  return summary;
}

} // namespace poise
