// All that can be reproduced: one file a figure.
#pragma once

#include "experiments/frame/figure.h"

namespace poise::experiments {

// Instance-optimal mean estimation in the central model, as numbered in its paper.
extern const Figure figure_1; // error against d, identity covariance
extern const Figure figure_2; // error against rho, identity covariance
extern const Figure figure_3; // error against d, other covariances
extern const Figure figure_4; // error against rho, other covariances
extern const Figure figure_5; // error against R
extern const Figure figure_6; // MNIST
extern const Figure figure_7; // the quantile to clip at

// Beyond its paper.
extern const Figure gaussian_a;    // beside the published results of a later paper
extern const Figure range_of_data; // R up to a thousand times as large

// All of the above, in this order.
std::span<const Figure *const> figures();

} // namespace poise::experiments
