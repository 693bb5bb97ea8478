// Variances that are given depend on the data's shape, so they are made when the data are there.
#include "experiments/baskets/basket_contenders.h"

#include <cmath>
#include <numeric>

namespace poise::internal::experiments {
namespace {

Public zeros_and_ones(const Rho &rho) { return {Grid::of(0, 1).value(), rho, std::nullopt}; }

MeanOptions for_l1() {
  MeanOptions options;
  options.norm = 1;
  return options;
}

// plan, told these variances.
template <class Variances> Contender plan_given(std::string name, const Public &known, Variances variances) {
  return {std::move(name), [known, variances](const Sample &sample, Bits &bits) {
            MeanOptions options = for_l1();
            options.variances = variances(sample.truth);
            return plan("", known, options).estimate(sample, bits);
          }};
}

} // namespace

std::vector<double> oracle_variances(const std::vector<double> &shares) {
  std::vector<double> variances;
  variances.reserve(shares.size());
  for (const double share : shares) variances.push_back(std::sqrt(share * (1 - share)));
  const double average =
      std::accumulate(variances.begin(), variances.end(), 0.0) / static_cast<double>(variances.size());
  for (double &entry : variances) entry = (entry + average) * (entry + average) / 4;
  return variances;
}

std::vector<Contender> basket_contenders(BasketFigure figure, const Rho &rho) {
  const Public known = zeros_and_ones(rho);
  std::vector<Contender> all = {plan("PLAN", known, for_l1())};
  if (figure == BasketFigure::variances)
    all.push_back(plan_given("PLAN-oracle", known, oracle_variances));
  else // with equal variances all columns are scaled alike: rows are clipped as they are
    all.push_back(plan_given("PLAN-noscale", known, [](const std::vector<double> &shares) {
      return std::vector<double>(shares.size(), 1.0);
    }));
  return all;
}

Contender iome(const Rho &rho) { return instance_optimal("IOME", zeros_and_ones(rho)); }

Contender iome_of_their_split(const Rho &rho) {
  return instance_optimal("IOME, their split", zeros_and_ones(rho),
                          {.shares = {.centre = 100, .radius = 3, .sum = 297}});
}

void measure_half_l1(Setting &setting) {
  setting.error_norm = 1;
  setting.error_scale = 0.5;
}

} // namespace poise::internal::experiments
