// Gaussian data of the PLAN paper (sections 7.2.1 and E): what is public about them, and how they are drawn.
#pragma once

#include "experiments/frame/figure.h"

namespace poise::internal::experiments {

struct GaussianData {
  std::size_t rows;
  double mean;                           // of every column
  std::vector<double> stds;              // one a column
  double range;                          // no cell is further from zero
  std::optional<Rational> centre_within; // where rotated columns are searched, if not everywhere
};

// N(0, I), cells within 25 sqrt(d). Rotated columns are searched within 25, as the published program did.
GaussianData gaussian_data_a(std::size_t rows, std::size_t columns);

// Mean 10 and variance (d / j)^alpha in column j = 1 … d, cells within 50 d times the fourth root of the
// largest variance: what the published program took for its range.
GaussianData gaussian_data_b(std::size_t rows, std::size_t columns, double alpha);

// The same with alpha = 2.
GaussianData gaussian_data_c(std::size_t rows, std::size_t columns);

using Draw = std::function<Sample(Bits &)>;

// All of these are compared with the mean of the population, and have cells of four bytes: with 100,000 rows
// of 1024 columns that matters, and where a cell stands to the seventh digit does not.

// Independent columns.
Draw independent(const GaussianData &data);

// Gaussian C': every two columns have correlation 1/2.
Draw half_correlated(const GaussianData &data);

// Gaussian A': L z + w, for z and w standard normal and L above its diagonal uniform in [0, 1 / sqrt(d)), new
// in every trial; so the covariance is L L^T + I. The data's own standard deviations do not matter.
Draw randomly_correlated(const GaussianData &data);

// What privacy costs, without what chance costs anyway.
Draw against_own_mean(Draw draw);

} // namespace poise::internal::experiments
