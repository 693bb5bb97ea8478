// How far out a normal variable goes with a given probability; for planning, never for noise.
#pragma once

namespace poise {

// The z >= 0 with P(N(0, 1) > z) = tail, for a tail of at most a half.
double normal_quantile_above(double tail);

} // namespace poise
