// The distributions of the universal tables: none of them is told to anybody.
#pragma once

#include "experiments/frame/sample.h"

#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace poise::internal::experiments {

struct Distribution {
  std::string_view name;
  double iqr; // of the population, the unit of errors
  void (*fill)(std::span<double> numbers, Bits &bits);
};

// Normal, Laplace, Pareto, Student, lognormal, uniform, and spikes with far outliers. The constants of
// universal-tuned were chosen on these.
std::span<const Distribution> tuned_on();

// Logistic, gamma, and normal numbers some of which are contaminated: nothing was chosen on these.
std::span<const Distribution> fresh();

// One of either by its name.
const Distribution &distribution_named(std::string_view name);

// What an estimate is compared with: a number that belongs to the sample itself.
double mean_of(std::span<const double> numbers);
double variance_of(std::span<const double> numbers); // unbiased, as half the mean square of pairs is
double iqr_of(std::span<const double> numbers);      // between the numbers of rank ceil(n/4) and ceil(3n/4)

// So many numbers from it, moved by `shift`, compared with their own `statistic`.
std::function<Sample(Bits &)> drawing(const Distribution &distribution, std::size_t rows,
                                      double (*statistic)(std::span<const double>), double shift = 0);

} // namespace poise::internal::experiments
