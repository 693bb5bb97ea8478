// The paper's numbers, once.
#include "experiments/frame/normal_setting.h"

#include "poise/estimate/mean/mean_grids.h"

#include <cmath>

namespace poise::internal::experiments {

std::vector<std::size_t> powers_of_two(int first, int last) {
  std::vector<std::size_t> powers;
  for (int k = first; k <= last; ++k) powers.push_back(std::size_t{1} << k);
  return powers;
}

Rational rational(double value) { return Rational(value); }

double paper_radius(std::size_t columns) { return 50 * std::sqrt(static_cast<double>(columns)); }

Public normal_knowledge(std::size_t columns, double radius, const Rho &rho) {
  const double largest_std = radius / std::sqrt(static_cast<double>(columns));
  const GaussianModel model{rational(radius), ratio(1, 10), rational(largest_std)};
  return Public{gaussian_grid(model, paper_rows, columns).value(), rho, model};
}

Rho rho_of(std::int64_t numerator, std::int64_t denominator) {
  return Rho::ratio(numerator, denominator).value();
}

std::function<Sample(Bits &)> equal_columns(std::size_t columns, double mean, double variance) {
  return [=](Bits &bits) {
    const std::vector<double> means(columns, mean), stds(columns, std::sqrt(variance));
    return normal_sample(paper_rows, means, stds, bits);
  };
}

std::function<Sample(Bits &)> uneven_columns(std::size_t columns, double mean, double most) {
  return [=](Bits &bits) {
    const std::vector<double> means(columns, mean);
    std::vector<double> stds(columns);
    for (double &std : stds) std = std::sqrt(most * static_cast<double>(bits.word() >> 11) * 0x1p-53);
    return normal_sample(paper_rows, means, stds, bits);
  };
}

std::vector<Contender> central_contenders(const Public &known) {
  std::vector<Contender> all = {non_private()};
  for (Contender &contender : coinpress_family(known)) all.push_back(std::move(contender));
  all.push_back(clipped("CM", known));
  all.push_back(instance_optimal("Shifted-CM", known));
  return all;
}

} // namespace poise::internal::experiments
