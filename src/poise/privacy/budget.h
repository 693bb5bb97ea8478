// A budget as it was asked for, and in the unit that is spent.
#pragma once

#include "poise/privacy/units.h"

#include <optional>
#include <variant>

namespace poise::internal {

struct Budget {
  std::variant<Rho, Epsilon> amount; // zCDP or pure DP
  std::optional<Epsilon> epsilon;    // as asked for, where both were
  std::optional<Delta> delta;

  bool pure() const { return std::holds_alternative<Epsilon>(amount); }
};

} // namespace poise::internal
