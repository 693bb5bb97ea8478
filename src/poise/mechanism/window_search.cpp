// Sums of neighbouring counts but the first, and one candidate that no data moves.
#include "poise/mechanism/window_search.h"

#include "poise/mechanism/ladder_quantile.h"
#include "poise/random/sampler/exponential_mechanism.h"

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace poise::internal {
namespace {

std::vector<std::uint64_t> windows_of(std::span<const std::uint64_t> counts, std::size_t width) {
  std::vector<std::uint64_t> windows;
  windows.reserve(counts.size());
  std::uint64_t held = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (i > 0) held += counts[i];
    if (i > width) held -= counts[i - width];
    windows.push_back(held);
  }
  return windows;
}

} // namespace

Result<Released<FoundWindow>> window_search(const ExactCounts &rungs, const WindowPlan &plan,
                                            Grant<Rho> grant, Bits &bits, std::string step) {
  if (rungs.moved_by_one_row() != 1 || rungs.nested() || plan.prior.size() != rungs.size() ||
      plan.width == 0 || plan.nothing_prior == 0)
    throw std::logic_error("poise: a search for a window needs counts of single rungs, and their weights");
  const auto rate = ladder_rate(grant.amount());
  if (!rate)
    return bad_parameter(
        "the budget is too small for any answer: every window would be as likely as every other",
        "give more budget");
  const ReleaseKey key;
  const std::vector<std::uint64_t> windows = windows_of(rungs.values(key), plan.width);
  const std::uint64_t most = std::max(std::ranges::max(windows), plan.nothing_count);
  std::vector<Gap> gaps = {{plan.nothing_prior, most - plan.nothing_count}};
  std::vector<std::optional<std::size_t>> outcomes = {std::nullopt};
  for (std::size_t i = 0; i < windows.size(); ++i)
    if (plan.prior[i] > 0) {
      gaps.push_back({plan.prior[i], most - windows[i]});
      outcomes.push_back(i);
    }
  const FoundWindow found{outcomes[ExponentialMechanism(gaps, *rate)(bits).gap]};
  return Released<FoundWindow>(key, found, std::move(grant).spend(std::move(step)), bits.provenance());
}

} // namespace poise::internal
