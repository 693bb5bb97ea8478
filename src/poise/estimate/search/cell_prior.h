// What is likely of a median before anybody looked: near a place, or near zero.
#pragma once

#include "poise/mechanism/cell_quantile.h"

namespace poise::internal {

// Around zero alone: of |k| within [2^i, 2^(i+1)), all together in proportion to 1 / (1 + i ln 2)^2.
CellPrior prior_around_zero();

// Around `centre`: within `width` all are alike; then, octave by octave, the density falls by 2^(3/2). Of all
// the weight, `spared` goes to the prior around zero, however far that is. All in cells; both are brought
// within what there is, so any released numbers will do.
CellPrior prior_around(std::int64_t centre, std::int64_t width, double spared);

} // namespace poise::internal
