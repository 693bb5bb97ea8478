// The budget a user asked for, in the unit the methods spend.
#pragma once

#include "cli/arguments.h"
#include "poise/privacy/units.h"

namespace poise::cli {

struct Budget {
  Rho rho;
  std::optional<Epsilon> epsilon; // as asked for, when it was not rho
  std::optional<Delta> delta;
};

// Every method of this version is zCDP: --rho as it is, --epsilon with --delta through
// the optimal conversion, --epsilon alone (pure DP) not at all.
Result<Budget> read_budget(const MeanArguments &arguments, std::string_view method);

} // namespace poise::cli
