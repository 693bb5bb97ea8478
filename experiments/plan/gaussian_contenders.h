// Who is compared on the Gaussian data of the PLAN paper, and over which budgets.
#pragma once

#include "experiments/plan/gaussian_data.h"

namespace poise::internal::experiments {

// A grid over the data's range with steps of a tenth of the least standard deviation over sqrt(n), as in the
// figures of the instance-optimal mean: a finer one helps nobody, and makes its searches longer.
Public knowledge_of(const GaussianData &data, const Rho &rho);

Contender iome_on(const GaussianData &data, const Rho &rho);         // "IOME"
Contender plan_on(const GaussianData &data, const Rho &rho);         // "PLAN"
Contender plan_noscale_on(const GaussianData &data, const Rho &rho); // "PLAN-noscale"

// "IOME, their split": 25, 0.75 and 74.25 percent for centre, radius and sum, as in the published runs.
Contender iome_at_their_split(const GaussianData &data, const Rho &rho);

// "PLAN, their budget": the budget and the shares that the published program really used.
Contender plan_at_their_budget(const GaussianData &data, const Rho &rho);

// Its medians and variances cost twelve times what it says, its radius and its sum what it says: with 1, 3, 3
// and 9 sixteenths this makes 12, 36, 3 and 9 of them, or 3.75 rho.
constexpr PlanShares their_shares = {.centre = 12, .variances = 36, .radius = 3, .sum = 9};
Rho their_budget(const Rho &rho);

// Non-private, IOME, PLAN, and PLAN at their budget.
std::vector<Contender> plan_and_rivals(const GaussianData &data, const Rho &rho);

// One place on the x axis.
struct GaussianPlace {
  double x;
  GaussianData data;
  Draw draw;
};
using Compare = std::vector<Contender> (*)(const GaussianData &data, const Rho &rho);

// d = 2^first, …, 2^last on the x axis.
std::vector<GaussianPlace> along_dimensions(GaussianData (*data)(std::size_t rows, std::size_t columns),
                                            Draw (*draw)(const GaussianData &), std::size_t rows, int first,
                                            int last);

// Gaussian B with each alpha.
std::vector<GaussianPlace> along_alpha(std::size_t rows, std::size_t columns, std::span<const double> alphas);

// One panel for the budget.
std::vector<Setting> with_budget(std::string_view panel, const Rho &rho,
                                 const std::vector<GaussianPlace> &places, Compare compare);

// Three panels: rho = 0.125, 0.5 and 1.
std::vector<Setting> over_budgets(const std::vector<GaussianPlace> &places, Compare compare);

// How many rows Gaussian A has in the paper, and how many B and C.
constexpr std::size_t rows_of_a = 4000, rows_of_b_and_c = 10'000;

} // namespace poise::internal::experiments
