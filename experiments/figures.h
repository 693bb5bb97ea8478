// All that can be reproduced: one file a figure.
#pragma once

#include "experiments/frame/figure.h"

namespace poise::internal::experiments {

// Instance-optimal mean estimation in the central model, as numbered in its paper.
extern const Figure figure_1; // error against d, identity covariance
extern const Figure figure_2; // error against rho, identity covariance
extern const Figure figure_3; // error against d, other covariances
extern const Figure figure_4; // error against rho, other covariances
extern const Figure figure_5; // error against R
extern const Figure figure_6; // MNIST
extern const Figure figure_7; // the quantile to clip at

// The same paper in the local model. The letter of the budget is lost in its text: rho, or epsilon.
extern const Figure figure_8, figure_8_epsilon;   // error against d
extern const Figure figure_9, figure_9_epsilon;   // error against the budget
extern const Figure figure_10, figure_10_epsilon; // error against R

// Beyond its paper.
extern const Figure gaussian_a;    // beside the published results of a later paper
extern const Figure range_of_data; // R up to a thousand times as large
extern const Figure bounds_free;   // no bound at all, wherever the data lie
extern const Figure models;        // central, shuffle and local, as n grows

// Gaussian data of the PLAN paper, as numbered there.
extern const Figure plan_figure_3a, plan_figure_3b, plan_figure_3c; // no skew, along skew, along d with skew
extern const Figure plan_figure_4a, plan_figure_4b, plan_figure_4c; // the same, small rho and many rows
extern const Figure plan_figure_7a, plan_figure_7b;                 // correlated columns
extern const Figure plan_figure_8a, plan_figure_8b, plan_figure_8c; // PLAN without scaling
extern const Figure plan_figure_10a, plan_figure_10c;               // d up to 2048
extern const Figure plan_privacy; // beyond the paper: error to the sample's own mean, honest budgets
extern const Figure plan_norms;   // beyond the paper: l1 against l2

// Zeros and ones of the PLAN paper, and how it estimates variances.
extern const Figure plan_figure_5a, plan_figure_5b, plan_figure_5c; // made up, Kosarak, POS
extern const Figure plan_figure_9a, plan_figure_9b, plan_figure_9c; // the same, PLAN without scaling
extern const Figure plan_table_2;                                   // variances of one column

// Universal estimators: nothing is known about the numbers.
extern const Figure universal_means, universal_variances, universal_iqrs; // of seven distributions
extern const Figure universal_verdict; // how much the tuned version is better at n = 10^4
extern const Figure universal_slopes;  // how errors fall with n

// The default method.
extern const Figure flagship;          // against all others, on many kinds of tables
extern const Figure flagship_blow_ups; // its furthest runs on the hardest of them

// All of the above, in this order.
std::span<const Figure *const> figures();

} // namespace poise::internal::experiments
