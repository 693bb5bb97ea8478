// Two tests and, if one passes, noise on the scale of logarithms.
#include "experiments/universal/dwork_lei.h"

#include "experiments/universal/doubles_with_noise.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace poise::internal::experiments {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

// Ranks counted from 1; whoever is moved there is as far away as one likes.
double at_rank(std::span<const double> sorted, std::int64_t rank) {
  if (rank < 1) return -infinite;
  if (rank > static_cast<std::int64_t>(sorted.size())) return infinite;
  return sorted[static_cast<std::size_t>(rank - 1)];
}

// Whether k changes can bring the range out of [low, high). A number moved out of the middle shifts one
// quartile outwards by one rank, one moved into the middle inwards, and k of them are divided among both.
bool can_leave(std::span<const double> sorted, std::int64_t k, double low, double high) {
  const auto n = static_cast<std::int64_t>(sorted.size());
  const std::int64_t first = (n + 3) / 4, third = (3 * n + 3) / 4;
  for (std::int64_t i = 0; i <= k; ++i) {
    if (at_rank(sorted, third + i) - at_rank(sorted, first - (k - i)) >= high) return true;
    const std::int64_t inner_third = third - i, inner_first = first + (k - i);
    if (inner_third <= inner_first || at_rank(sorted, inner_third) - at_rank(sorted, inner_first) < low)
      return true;
  }
  return false;
}

} // namespace

std::uint64_t changes_to_leave(std::span<const double> sorted, double low, double high) {
  std::int64_t stays = -1, leaves = static_cast<std::int64_t>(sorted.size());
  while (leaves - stays > 1) {
    const std::int64_t k = stays + (leaves - stays) / 2;
    (can_leave(sorted, k, low, high) ? leaves : stays) = k;
  }
  return static_cast<std::uint64_t>(leaves);
}

Result<double> dwork_lei_iqr(std::span<const double> numbers, double epsilon, double delta, Bits &bits) {
  const Error refusal{ErrorKind::bad_input, "the interquartile range is not stable enough",
                      "give more rows or more budget"};
  std::vector<double> sorted(numbers.begin(), numbers.end());
  std::ranges::sort(sorted);
  const auto n = static_cast<std::int64_t>(sorted.size());
  const double iqr = at_rank(sorted, (3 * n + 3) / 4) - at_rank(sorted, (n + 3) / 4);
  if (!(iqr > 0)) return refusal;
  const double log_base = std::log1p(1 / std::log(static_cast<double>(n))), place = std::log(iqr) / log_base;
  const double rate = epsilon / 3, needed = 1 + std::log(1 / delta) / rate;
  for (const double offset : {0.0, 0.5}) {
    const double begin = std::floor(place - offset) + offset;
    const std::uint64_t changes =
        changes_to_leave(sorted, std::exp(begin * log_base), std::exp((begin + 1) * log_base));
    if (static_cast<double>(changes) + laplace(1 / rate, bits) > needed)
      return iqr * std::exp(log_base * laplace(1 / rate, bits));
  }
  return refusal;
}

} // namespace poise::internal::experiments
