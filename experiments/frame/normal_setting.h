// What the figures about normal data have in common: n = 4000, R = 50 sqrt(d), s_min = 0.1, s_max = R /
// sqrt(d).
#pragma once

#include "experiments/frame/figure.h"

namespace poise::internal::experiments {

constexpr std::size_t paper_rows = 4000;

// 2^first, …, 2^last.
std::vector<std::size_t> powers_of_two(int first, int last);

// As exact as a double.
Rational rational(double value);

// 50 sqrt(d).
double paper_radius(std::size_t columns);

// What everyone is told about normal data of so many columns whose mean is within the radius.
Public normal_knowledge(std::size_t columns, double radius, const Rho &rho);

// A budget that is written in the program.
Rho rho_of(std::int64_t numerator, std::int64_t denominator);

// Every column with the same mean and variance.
std::function<Sample(Bits &)> equal_columns(std::size_t columns, double mean, double variance);

// Every column with the same mean, and a variance of its own, uniform in [0, most], new in every trial.
std::function<Sample(Bits &)> uneven_columns(std::size_t columns, double mean, double most);

// Non-private, CoinPress with all its steps, CM and Shifted-CM.
std::vector<Contender> central_contenders(const Public &known);

} // namespace poise::internal::experiments
