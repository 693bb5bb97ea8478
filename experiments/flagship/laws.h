// Random numbers of common laws, for made-up tables.
#pragma once

#include "poise/random/bits.h"

namespace poise::internal::experiments {

double uniform_draw(Bits &bits); // in (0, 1)
double normal_draw(Bits &bits);
double exponential_draw(Bits &bits);
double laplace_draw(Bits &bits);
double logistic_draw(Bits &bits);
double gumbel_draw(Bits &bits);
double gamma_draw(double shape, Bits &bits);
double student_draw(double freedom, Bits &bits);
double beta_draw(double a, double b, Bits &bits);
double poisson_draw(double mean, Bits &bits); // of a mean below some hundreds
bool chance(double probability, Bits &bits);

} // namespace poise::internal::experiments
