// Who is compared on zeros and ones, and under which rules.
#pragma once

#include "experiments/frame/figure.h"

namespace poise::internal::experiments {

// Figure 5 of the paper is about knowing the variances, figure 9 about scaling by them at all.
enum class BasketFigure { variances, scaling };

// Variances as plan would use them if it knew what share of each column is one: as published, every standard
// deviation gets the average of all on top. Then half of that, as only ratios matter and no bit is allowed
// more than 1/2.
std::vector<double> oracle_variances(const std::vector<double> &shares);

// PLAN, and the same with known variances or without scaling, for error in l1-norm.
std::vector<Contender> basket_contenders(BasketFigure figure, const Rho &rho);

// The instance-optimal mean; and with what its published program gives to centre, radius and sum: 25, 0.75
// and 74.25 percent.
Contender iome(const Rho &rho);
Contender iome_of_their_split(const Rho &rho);

// Errors are half of l1 distances, as the total variation distance is.
inline constexpr std::string_view half_l1_title = "l1 error / 2";
void measure_half_l1(Setting &setting);

} // namespace poise::internal::experiments
