// What a question asks for when nobody here is trusted: the model, its budget, and where the mean may be.
#pragma once

#include "poise/answer/question/mean_settings.h"
#include "poise/answer/question/read_budget.h"
#include "poise/privacy/approximate.h"
#include "poise/privacy/theorem/renyi_order.h"

namespace poise::internal {

struct DistributedSetting {
  Budget budget; // in the shuffle model, what the promise allows at the order below
  std::optional<Approximate> promise = std::nullopt; // of the shuffle model; none: the local one
  std::optional<unsigned> order = std::nullopt;
  Rational dishonest = 0;
  MeanSettings mean;
};

// From the words of a question whose model is "local" or "shuffle"; nothing is read or drawn.
Result<DistributedSetting> read_setting(const Question &question);

// Between 0 and 0.9, from the text of --dishonest.
Result<Rational> read_dishonest_share(const std::string &text);

struct PlaceOfMean {
  Grid grid;
  std::optional<Rational> mean_within; // in l2-norm, where it is known
};

Result<PlaceOfMean> place_of_mean(const DistributedSetting &setting, std::size_t people, std::size_t columns);

} // namespace poise::internal
