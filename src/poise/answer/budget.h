// The budget a user asked for, in the unit the methods spend.
#pragma once

#include "poise/answer/question.h"
#include "poise/base/result.h"
#include "poise/privacy/units.h"

#include <variant>

namespace poise {

struct Budget {
  std::variant<Rho, Epsilon> amount; // zCDP or pure DP
  std::optional<Epsilon> epsilon;    // as asked for, where both were
  std::optional<Delta> delta;

  bool pure() const { return std::holds_alternative<Epsilon>(amount); }
};

// --rho as it is; --epsilon alone is pure DP; with --delta it becomes a rho, through the optimal conversion.
Result<Budget> read_budget(const std::optional<std::string> &rho, const std::optional<std::string> &epsilon,
                           const std::optional<std::string> &delta);

inline Result<Budget> read_budget(const Question &question) {
  return read_budget(question.rho, question.epsilon, question.delta);
}

} // namespace poise
