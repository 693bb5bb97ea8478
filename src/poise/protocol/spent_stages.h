// The receipt of a session: every step of its schedule, with its share of the grant.
#pragma once

#include "poise/privacy/grant.h"
#include "poise/protocol/round.h"

namespace poise::internal {

// One weight a step of the schedule.
inline Receipt<Rho> spent_stages(Grant<Rho> grant, const Schedule &schedule,
                                 const std::vector<unsigned> &weights) {
  auto grants = std::move(grant).split(weights);
  Receipt<Rho> receipt = std::move(grants[0]).spend(name_of(schedule[0].step));
  for (std::size_t i = 1; i < grants.size(); ++i)
    receipt.append(std::move(grants[i]).spend(name_of(schedule[i].step)));
  return receipt;
}

} // namespace poise::internal
