// Made-up baskets in the shape of a data set that cannot be handed on.
#pragma once

#include "experiments/baskets/baskets.h"

namespace poise::internal::experiments {

// What is known of a data set, and what is assumed.
struct BasketShape {
  std::size_t rows, columns;
  std::uint64_t ones; // items in all baskets together
  std::size_t least;  // no basket has fewer
  double size_spread; // sizes are the least plus a lognormal number: the standard deviation of its logarithm
  double skew;        // an item's weight is (rank + blunt)^-skew; not 1
  double blunt;       // how many of the first are about equal
};

// PROMISE  Exactly that many rows, columns and ones; no basket has fewer than the least, nor an item twice.
// WHY      Sizes come first and are topped up one by one until they add up; then every basket draws items by
//          weight until it has as many different ones. So the first items are in most of the large baskets,
//          as the capped shares of real ones are, and no share is above 1.
// CHECKED  tests/experiments/surrogate_test.cpp
//
// There must be room: at most a quarter of the columns are in one basket.
Baskets draw_surrogate(const BasketShape &shape, Bits &bits);

} // namespace poise::internal::experiments
