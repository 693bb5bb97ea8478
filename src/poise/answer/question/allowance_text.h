// What a dataset may spend, given as text.
#pragma once

#include "poise/ledger/allowance.h"

#include <optional>
#include <string>

namespace poise::internal {

// Which of --rho, --epsilon and --delta go together: zCDP, pure DP, or both as (epsilon, delta).
Result<Allowance> read_allowance(const std::optional<std::string> &rho,
                                 const std::optional<std::string> &epsilon,
                                 const std::optional<std::string> &delta);

} // namespace poise::internal
