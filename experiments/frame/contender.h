// Estimators under the names that figures give them.
#pragma once

#include "experiments/frame/sample.h"
#include "poise/estimate/mean/mean_options.h"
#include "poise/grid/grid.h"
#include "poise/privacy/units.h"

#include <functional>
#include <optional>
#include <string>

namespace poise::internal::experiments {

struct Contender {
  std::string name;
  std::function<Result<std::vector<double>>(const Sample &, Bits &)> estimate;
  std::optional<unsigned> most_trials = std::nullopt; // for one that takes so long that fewer have to do
  bool may_refuse = false; // data or rows that it cannot use (bad_input) are counted, and end nothing
};

// What all contenders are told alike.
struct Public {
  Grid grid;
  Rho rho;
  std::optional<GaussianModel> model;
};

// The mean of the rows, with no privacy at all: what chance alone costs.
Contender non_private();

Contender instance_optimal(std::string name, const Public &known, const MeanOptions &options = {});
Contender clipped(std::string name, const Public &known, const MeanOptions &options = {});
Contender coinpress(std::string name, const Public &known, unsigned steps,
                    Covariance covariance = Covariance::identity);

Contender plan(std::string name, const Public &known, const MeanOptions &options = {});
Contender plan_noscale(std::string name, const Public &known, const MeanOptions &options = {});

// CoinPress with 1, 2, 3, 4 and 10 steps, as the paper draws it.
std::vector<Contender> coinpress_family(const Public &known);

} // namespace poise::internal::experiments
