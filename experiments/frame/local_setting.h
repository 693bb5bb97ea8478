// What the figures about the local model have in common: n = 10^5, delta = 10^-9; s_min = 0.1 and s_max =
// R / sqrt(d), as in the central ones.
#pragma once

#include "experiments/frame/figure.h"
#include "experiments/frame/trials.h"
#include "poise/privacy/approximate.h"

namespace poise::internal::experiments {

constexpr std::size_t local_rows = 100'000;

// The letter on the paper's axis is lost: it was rho, or epsilon.
enum class Reading { rho, epsilon };

// One budget in both currencies: what a rho is worth as (epsilon, 10^-9), or the rho such a promise allows.
struct BudgetPair {
  Rho rho;
  Approximate promise;
};
BudgetPair budget_pair(Reading reading, std::int64_t numerator, std::int64_t denominator);

// 20 sqrt(d).
double local_radius(std::size_t columns);

// What everyone is told about so many normal rows whose mean is within the radius.
Public local_knowledge(std::size_t rows, std::size_t columns, double radius, const Rho &rho);

// So many rows, every column with this mean and variance 1.
std::function<Sample(Bits &)> unit_columns(std::size_t rows, std::size_t columns, double mean);

// Ours, by models of trust; either is left out of a trial where it says that there are too few rows.
Contender locally(std::string name, const Public &known);
Contender shuffled(std::string name, const Public &known, const Approximate &promise);

// The usual table, with how many trials were refused; no numbers where all were. Others may know a column
// more.
using MoreAbout = std::string (*)(const Point &);
std::string refusals_table(const Figure &figure, const std::vector<Point> &points, std::string_view more_name,
                           MoreAbout more);
std::string refusals_table(const Figure &figure, const std::vector<Point> &points);

// UnkVar, KnownVar, Non-private and Shifted-CM.
std::vector<Contender> local_contenders(std::size_t columns, double radius, const BudgetPair &budget);

} // namespace poise::internal::experiments
