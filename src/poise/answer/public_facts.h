// What a choice of method may depend on: facts about a table that are public anyway.
#pragma once

#include "poise/answer/question/mean_settings.h"
#include "poise/answer/question/read_budget.h"
#include "poise/forecast/facts.h"

#include <span>
#include <string>

namespace poise::internal {

// Numbers of rows (or people) and columns, format, names; bound and norm as the question says. No cell.
Facts public_facts(const Table &table, const MeanSettings &settings, const Budget &budget,
                   std::size_t memory);

// Whether names say that columns stand for themselves, each with its own unit, as age and income do. Numbered
// ones with the same stem (c0, c1, c2) are coordinates of one thing.
bool own_units(std::span<const std::string> names);

} // namespace poise::internal
