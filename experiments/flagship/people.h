// A made-up table of people, each column in a unit of its own.
#pragma once

#include "experiments/flagship/cell.h"

namespace poise::internal::experiments {

// Age, income, hours of work, minutes to work and children, by the rules of `poise generate people`; without
// its gaps and its billionaire.
MakeFill people();

} // namespace poise::internal::experiments
