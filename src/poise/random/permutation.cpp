// Fisher-Yates and Floyd, on exact uniform integers.
#include "poise/random/permutation.h"

#include "poise/random/uniform.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <unordered_set>

namespace poise {

std::vector<std::uint64_t> permutation(std::uint64_t n, Bits &bits) {
  std::vector<std::uint64_t> order(n);
  std::iota(order.begin(), order.end(), std::uint64_t{0});
  for (std::uint64_t left = n; left > 1; --left) std::swap(order[left - 1], order[uniform_below(left, bits)]);
  return order;
}

std::vector<std::uint64_t> sample_without_replacement(std::uint64_t m, std::uint64_t n, Bits &bits) {
  if (m > n) throw std::logic_error("poise: cannot draw more than there are without replacement");
  std::unordered_set<std::uint64_t> chosen;
  chosen.reserve(m);
  // Adding j last makes each subset of 0 … j equally likely: either j's draw is new, or j is.
  for (std::uint64_t j = n - m; j < n; ++j)
    if (!chosen.insert(uniform_below(j + 1, bits)).second) chosen.insert(j);
  std::vector<std::uint64_t> sorted(chosen.begin(), chosen.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

} // namespace poise
