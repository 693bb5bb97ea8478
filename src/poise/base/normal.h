// The normal distribution in doubles: for intervals, plans and forecasts, never for noise.
#pragma once

namespace poise::internal {

// P(N(0, 1) <= x).
double normal_cdf(double x);

// The x with normal_cdf(x) = p, for p between 0 and 1.
double normal_quantile(double p);

} // namespace poise::internal
