// The samplers of Canonne, Kamath and Steinke as printed: plain, slow, rational arithmetic.
#pragma once

#include "poise/base/exact.h"
#include "poise/random/bits.h"

namespace poise::internal::oracle {

bool textbook_bernoulli_exp_minus(const Rational &gamma, Bits &bits); // their Algorithm 1
Integer textbook_geometric(const Rational &rate, Bits &bits);
Integer textbook_discrete_laplace(const Rational &rate, Bits &bits);      // their Algorithm 2
Integer textbook_discrete_gaussian(const Rational &variance, Bits &bits); // their Algorithm 3

} // namespace poise::internal::oracle
