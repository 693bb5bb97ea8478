// Fisher-Yates, Floyd and selection one by one, on exact uniform integers.
#include "poise/random/sampler/permutation.h"

#include "poise/base/default_init_allocator.h"
#include "poise/random/sampler/uniform.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <unordered_set>

namespace poise::internal {
namespace {

// Each element changes places with one at or before it, from the last on. Partners are drawn some way ahead,
// so that they are on their way from memory when their turn comes; what is drawn does not depend on it.
template <class Element> void shuffle(Element *order, std::uint64_t n, Bits &bits) {
  constexpr std::uint64_t ahead = 64;
  std::array<std::uint64_t, ahead> partners;
  for (std::uint64_t left = n; left > 1;) {
    const std::uint64_t batch = std::min(ahead, left - 1);
    for (std::uint64_t i = 0; i < batch; ++i) {
      partners[i] = uniform_below(left - i, bits);
      __builtin_prefetch(order + partners[i], 1);
    }
    for (std::uint64_t i = 0; i < batch; ++i) std::swap(order[left - i - 1], order[partners[i]]);
    left -= batch;
  }
}

// For few out of many. Adding j last makes each subset of 0 … j equally likely: either j's draw is new, or j
// is.
std::vector<std::uint64_t> sample_by_draws(std::uint64_t m, std::uint64_t n, Bits &bits) {
  std::unordered_set<std::uint64_t> chosen;
  chosen.reserve(m);
  for (std::uint64_t j = n - m; j < n; ++j)
    if (!chosen.insert(uniform_below(j + 1, bits)).second) chosen.insert(j);
  std::vector<std::uint64_t> sorted(chosen.begin(), chosen.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

// For many. Of the subsets that agree so far, `wanted` out of `left` have the next number.
std::vector<std::uint64_t> sample_by_turns(std::uint64_t m, std::uint64_t n, Bits &bits) {
  std::vector<std::uint64_t> sorted(m);
  std::uint64_t taken = 0;
  for (std::uint64_t i = 0; taken < m; ++i) {
    sorted[taken] = i; // overwritten unless it is taken
    taken += uniform_below(n - i, bits) < m - taken ? 1 : 0;
  }
  return sorted;
}

} // namespace

std::vector<std::uint64_t> permutation(std::uint64_t n, Bits &bits) {
  if (n > std::numeric_limits<std::uint32_t>::max()) {
    std::vector<std::uint64_t> order(n);
    std::iota(order.begin(), order.end(), std::uint64_t{0});
    shuffle(order.data(), n, bits);
    return order;
  }
  // In half the memory: most of the time goes into fetching it.
  UninitializedVector<std::uint32_t> order(n);
  std::iota(order.begin(), order.end(), std::uint32_t{0});
  shuffle(order.data(), n, bits);
  return {order.begin(), order.end()};
}

std::vector<std::uint64_t> sample_without_replacement(std::uint64_t m, std::uint64_t n, Bits &bits) {
  if (m > n) throw std::logic_error("poise: cannot draw more than there are without replacement");
  return m > n / 16 ? sample_by_turns(m, n, bits) : sample_by_draws(m, n, bits);
}

} // namespace poise::internal
