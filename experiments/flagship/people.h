// A made-up table of people, each column in a unit of its own.
#pragma once

#include "experiments/flagship/cell.h"

namespace poise::internal::experiments {

enum class TopIncomes { left_out, kept };

// Age, income, hours of work, minutes to work and children, by the rules of `poise generate people`; without
// its gaps and its billionaire. Three of a hundred incomes have a tail so long that their variance is
// infinite: they may be left out.
MakeFill people(TopIncomes top);

} // namespace poise::internal::experiments
