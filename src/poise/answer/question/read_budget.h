// The budget a user asked for, from text.
#pragma once

#include "poise/answer/question/question.h"
#include "poise/base/result.h"
#include "poise/privacy/budget.h"

namespace poise::internal {

// --rho as it is; --epsilon alone is pure DP; with --delta it becomes a rho, through the optimal conversion.
Result<Budget> read_budget(const std::optional<std::string> &rho, const std::optional<std::string> &epsilon,
                           const std::optional<std::string> &delta);

inline Result<Budget> read_budget(const Question &question) {
  return read_budget(question.rho, question.epsilon, question.delta);
}

} // namespace poise::internal
