// Inverse transforms of uniform numbers where there are some, else of normal numbers.
#include "experiments/universal/distributions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string>

namespace poise::internal::experiments {
namespace {

// In (0, 1).
double uniform(Bits &bits) { return (static_cast<double>(bits.word() >> 11) + 0.5) * 0x1p-53; }

double normal(Bits &bits) {
  std::array<double, 1> one{};
  fill_normal(one, bits);
  return one[0];
}

template <double (*quantile)(double)> void inverse(std::span<double> numbers, Bits &bits) {
  for (double &number : numbers) number = quantile(uniform(bits));
}

double laplace_quantile(double u) { return u < 0.5 ? std::log(2 * u) : -std::log(2 * (1 - u)); }
double pareto_quantile(double u) { return std::pow(u, -1.0 / 3); }
double uniform_quantile(double u) { return u; }
double logistic_quantile(double u) { return std::log(u / (1 - u)); }

void fill_student(std::span<double> numbers, Bits &bits) {
  std::array<double, 4> normals{};
  for (double &number : numbers) {
    fill_normal(normals, bits);
    const double chi = normals[1] * normals[1] + normals[2] * normals[2] + normals[3] * normals[3];
    number = normals[0] / std::sqrt(chi / 3);
  }
}

void fill_lognormal(std::span<double> numbers, Bits &bits) {
  fill_normal(numbers, bits);
  for (double &number : numbers) number = std::exp(2 * number);
}

void fill_spikes(std::span<double> numbers, Bits &bits) {
  for (double &number : numbers) {
    const double u = uniform(bits);
    number = u < 0.5 ? 0 : u < 0.9 ? 1 : 100 * normal(bits);
  }
}

void fill_gamma(std::span<double> numbers, Bits &bits) {
  for (double &number : numbers) number = -std::log(uniform(bits) * uniform(bits));
}

void fill_contaminated(std::span<double> numbers, Bits &bits) {
  for (double &number : numbers) number = (uniform(bits) < 0.05 ? 10 : 1) * normal(bits);
}

constexpr std::array<Distribution, 7> known = {{{"normal(0, 1)", 1.3489795, fill_normal},
                                                {"Laplace(1)", 1.3862944, inverse<laplace_quantile>},
                                                {"Pareto(3)", 0.4867586, inverse<pareto_quantile>},
                                                {"t(3)", 1.5297847, fill_student},
                                                {"lognormal(0, 2)", 3.5939861, fill_lognormal},
                                                {"uniform(0, 1)", 0.5, inverse<uniform_quantile>},
                                                {"spikes", 1, fill_spikes}}};

constexpr std::array<Distribution, 3> unknown = {{{"logistic", 2.1972246, inverse<logistic_quantile>},
                                                  {"gamma(2)", 1.7313558, fill_gamma},
                                                  {"5% contaminated", 1.4233364, fill_contaminated}}};

// The number of this rank, counted from 1.
double ranked(std::vector<double> &numbers, std::size_t rank) {
  const auto place = numbers.begin() + static_cast<std::ptrdiff_t>(rank - 1);
  std::ranges::nth_element(numbers, place);
  return *place;
}

} // namespace

std::span<const Distribution> tuned_on() { return known; }
std::span<const Distribution> fresh() { return unknown; }

const Distribution &distribution_named(std::string_view name) {
  for (const auto all : {tuned_on(), fresh()})
    for (const Distribution &one : all)
      if (one.name == name) return one;
  throw std::logic_error("poise: there is no distribution " + std::string(name));
}

double mean_of(std::span<const double> numbers) {
  long double sum = 0;
  for (const double number : numbers) sum += number;
  return static_cast<double>(sum / static_cast<long double>(numbers.size()));
}

double variance_of(std::span<const double> numbers) {
  const double mean = mean_of(numbers);
  long double sum = 0;
  for (const double number : numbers) sum += (number - mean) * (number - mean);
  return static_cast<double>(sum / static_cast<long double>(numbers.size() - 1));
}

double iqr_of(std::span<const double> numbers) {
  std::vector<double> sorted(numbers.begin(), numbers.end());
  const std::size_t n = sorted.size();
  return ranked(sorted, (3 * n + 3) / 4) - ranked(sorted, (n + 3) / 4);
}

std::function<Sample(Bits &)> drawing(const Distribution &distribution, std::size_t rows,
                                      double (*statistic)(std::span<const double>), double shift) {
  return [fill = distribution.fill, rows, statistic, shift](Bits &bits) {
    std::vector<double> numbers(rows);
    fill(numbers, bits);
    const std::uint64_t seed = bits.word();
    for (double &number : numbers) number += shift;
    Sample sample = sample_of(1, numbers);
    sample.truth = {statistic(numbers)};
    sample.numbers = std::move(numbers);
    sample.shared_seed = seed;
    return sample;
  };
}

} // namespace poise::internal::experiments
