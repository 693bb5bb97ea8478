// Bins from the most negative to the largest, each with noise, whether anybody is in it or not.
#include "experiments/universal/log2_histogram.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace poise::internal::experiments {
namespace {

constexpr int lowest_octave = -1022; // of normal doubles: smaller ones count as those

// Octave k holds 2^k up to 2^(k+1); zero is with the smallest of the positive numbers.
int octave_of(double magnitude) {
  if (magnitude < std::ldexp(1, lowest_octave)) return lowest_octave;
  return std::min(std::ilogb(magnitude), lowest_octave + octaves - 1);
}

// Negative numbers first, the largest magnitude at 0.
std::size_t bin_of(double number) {
  const int k = octave_of(std::abs(number)) - lowest_octave;
  return static_cast<std::size_t>(number < 0 ? octaves - 1 - k : octaves + k);
}

Bounds ends_of(std::size_t bin) {
  const int at = static_cast<int>(bin) - octaves, k = (at < 0 ? -at - 1 : at) + lowest_octave;
  const double near = k == lowest_octave ? 0 : std::ldexp(1, k),
               far = 2 * std::min(std::ldexp(1, k), std::numeric_limits<double>::max() / 2);
  return at < 0 ? Bounds{-far, -near} : Bounds{near, far};
}

} // namespace

double histogram_threshold(double failure, int bins, double noise_scale) {
  const double each = -std::expm1(std::log1p(-failure) / bins);
  return -noise_scale * std::log(2 * each);
}

Result<Bounds> log2_histogram_bounds(std::span<const double> numbers, double epsilon, Bits &bits) {
  std::vector<double> counts(static_cast<std::size_t>(2 * octaves));
  for (const double number : numbers) counts[bin_of(number)] += 1;
  const double scale = 2 / epsilon;
  for (double &count : counts) count += laplace(scale, bits);
  for (const double failure : {1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 0.5}) {
    const double least = histogram_threshold(failure, 2 * octaves, scale);
    const auto passes = [least](double count) { return count > least; };
    const auto low = std::ranges::find_if(counts, passes);
    if (low == counts.end()) continue;
    const auto high = std::find_if(counts.rbegin(), counts.rend(), passes).base() - 1;
    return Bounds{ends_of(static_cast<std::size_t>(low - counts.begin())).low,
                  ends_of(static_cast<std::size_t>(high - counts.begin())).high};
  }
  return bad_input("no bin of the histogram has enough rows", "give more rows or more budget");
}

} // namespace poise::internal::experiments
