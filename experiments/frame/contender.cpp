// Each runs the library as any caller would, on one thread: trials are what runs side by side.
#include "experiments/frame/contender.h"

#include "poise/estimate/mean/clipped_mean.h"
#include "poise/estimate/mean/coinpress_mean.h"
#include "poise/estimate/mean/instance_optimal_mean.h"
#include "poise/estimate/mean/plan_mean.h"

namespace poise::internal::experiments {
namespace {

using Method = RunMean *;

Contender runs(std::string name, Method method, const Public &known, MeanOptions options) {
  options.model = known.model;
  return {std::move(name),
          [method, known, options](const Sample &sample, Bits &bits) -> Result<std::vector<double>> {
            auto estimate = method(sample.table, known.grid, Grant<Rho>::open(known.rho), bits, options,
                                   RunOptions{.threads = 1});
            if (!estimate) return estimate.error();
            return std::move(estimate->value);
          }};
}

} // namespace

Contender non_private() {
  return {"Non-private", [](const Sample &sample, Bits &) { return Result(sample.mean); }};
}

Contender instance_optimal(std::string name, const Public &known, const MeanOptions &options) {
  return runs(std::move(name), instance_optimal_mean, known, options);
}

Contender clipped(std::string name, const Public &known, const MeanOptions &options) {
  return runs(std::move(name), clipped_mean, known, options);
}

Contender plan(std::string name, const Public &known, const MeanOptions &options) {
  return runs(std::move(name), plan_mean, known, options);
}

Contender plan_noscale(std::string name, const Public &known, const MeanOptions &options) {
  return runs(std::move(name), plan_noscale_mean, known, options);
}

Contender coinpress(std::string name, const Public &known, unsigned steps, Covariance covariance) {
  return runs(std::move(name), coinpress_mean, known, {.steps = steps, .covariance = covariance});
}

std::vector<Contender> coinpress_family(const Public &known) {
  std::vector<Contender> family;
  for (const unsigned steps : {1U, 2U, 3U, 4U, 10U})
    family.push_back(coinpress("CoinPress t = " + std::to_string(steps), known, steps));
  return family;
}

} // namespace poise::internal::experiments
