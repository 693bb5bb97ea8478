// The data of the experiment "Binary": fair coins in the first columns, rare ones in the others.
#pragma once

#include "experiments/baskets/baskets.h"

namespace poise::internal::experiments {

constexpr double rare_share = 0.01;

// Every cell by itself: one with probability 1/2 in the first `fair` columns, with 1/100 in the others.
Baskets draw_coins(std::size_t rows, std::size_t columns, std::size_t fair, Bits &bits);

// The same as the data of a trial, compared with the probabilities.
Sample coin_sample(std::size_t rows, std::size_t columns, std::size_t fair, Bits &bits);

} // namespace poise::internal::experiments
