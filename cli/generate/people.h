// A made-up table of people: plausible, heavy-tailed, and as messy as real ones.
#pragma once

#include "cli/generate/populations.h"

namespace poise::internal::cli {

// Columns person, age, income, hours, commute_minutes, children, region. Some cells are
// missing; from a hundred rows on, one person is a billionaire.
void write_people(std::uint64_t rows, std::uint64_t columns, Bits &bits, const Sink &sink);

} // namespace poise::internal::cli
