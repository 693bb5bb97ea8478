// The steps that means share, forecast: private medians, and a radius with a clipped sum.
#pragma once

#include "poise/forecast/assumed_table.h"
#include "poise/forecast/norm_distribution.h"

namespace poise::internal {

// The epsilon that costs as much as rho in zCDP: rho = epsilon tanh(epsilon / 2).
double pure_beside(double rho);

// By how many rows an exponential mechanism with this rate misses its rank, as a standard deviation.
double rank_noise(double rate);

// Medians by noisy_column_quantiles: how far off each is, in standard deviations of a normal column. `reach`
// is how far from the data the search goes, in the same unit; `steps` how many it takes. Columns that
// leave the data altogether are counted where there is at least one in a typical run.
double searched_median_square(double rows, double columns, double rho, double steps, double reach);

// The same by exponential_quantiles with this rate. Among `rows` values with this density at the median.
double drawn_median_square(double rows, double columns, double rate, double density, double reach);

// What clip_and_sum does.
struct ClipStep {
  double radius_rho, sum_rho;
  double clip_rows;     // aimed at, before the search's own error; 0: as published, sqrt(2 d / rho')
  double dimensions;    // for that
  double log2_of_radii; // octaves from a cell to the longest row
  bool non_negative = false;
  double longest = 1e300; // no radius is longer
};
struct ClipForecast {
  bool enough;                       // rows for a radius at all
  double rows_needed;                // for that
  double noise;                      // standard deviation in every column of the clipped rows, as a mean
  NormDistribution::Clipped clipped; // what clipping takes away
};
ClipForecast clip_forecast(const NormDistribution &norms, double rows, const ClipStep &step);

} // namespace poise::internal
