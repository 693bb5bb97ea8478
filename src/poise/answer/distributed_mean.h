// The mean when whoever computes it is not trusted: the local and the shuffle model, with a table to play
// everyone.
#pragma once

#include "poise/answer/answer.h"

namespace poise::internal {

// Whether a question asks for a model other than the central one; an Error where there is no such model.
Result<bool> is_distributed(const Question &question);

// PROMISE  As mean() promises; in the shuffle model the budget is (epsilon, delta)-DP, and no book can pay
//          for it yet.
// CHECKED  tests/answer/distributed_mean_test.cpp
Result<Summary> distributed_mean(const Question &question, const TableSource &source,
                                 const ProgressListener &listener);

} // namespace poise::internal
