// The methods of the mean, by name.
#pragma once

#include "poise/estimate/mean/by_column_mean.h"
#include "poise/estimate/mean/clipped_mean.h"
#include "poise/estimate/mean/coinpress_mean.h"
#include "poise/estimate/mean/gaussian_mean.h"
#include "poise/estimate/mean/instance_optimal_mean.h"
#include "poise/estimate/mean/plan_mean.h"
#include "poise/estimate/mean/pure_vector_mean.h"
#include "poise/estimate/universal/universal_mean.h"

#include <span>
#include <string_view>

namespace poise {

struct MeanMethod {
  std::string_view name;
  std::string_view summary; // what it does, in one line
  std::string_view detail;  // when to use it, in one line
  std::string_view assumes; // beyond independent uniform bits
  bool takes_bound;         // knows what to do with one
  bool wants_bound;         // its noise is scaled to the bound, so a guess is costly
  bool sorts;               // all its cells, and so needs memory for them
  bool finds_grid;          // can do without one: bounds_free_mean finds a grid for it
  bool by_column;           // or one for every column
  int finer;                // and how much finer than the typical distance in a column, in octaves
  int grid_bits;            // how fine a grid it wants within the bound
  bool clips;               // takes a clip_quantile
  bool refines;             // takes steps, a covariance and a model
  bool scales;              // takes a norm and variances
  Result<Estimate> (*run)(const Table &, const Grid &, Grant<Rho>, Bits &, const MeanOptions &,
                          const RunOptions &); // none: pure DP alone
  // Pure DP; without a grid it finds one. None: zCDP alone.
  Result<Estimate> (*run_pure)(const Table &, const std::optional<Grid> &, Grant<Epsilon>, Bits &,
                               const RunOptions &);
};

// Those that can be asked for in this version.
std::span<const MeanMethod> mean_methods();

Result<MeanMethod> find_mean_method(std::string_view name);

} // namespace poise
