// Sums of neighbouring counts but the first, and one candidate that no data moves.
#include "poise/mechanism/window_search.h"

#include "poise/mechanism/ladder_quantile.h"
#include "poise/random/sampler/exponential_mechanism.h"

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace poise::internal {
namespace {

struct Window {
  std::size_t last;
  std::uint64_t prior, held;
};

void add_windows(std::vector<Window> &windows, std::span<const std::uint64_t> counts, std::size_t width,
                 std::span<const std::uint64_t> prior) {
  std::uint64_t held = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (i > 0) held += counts[i];
    if (i > width) held -= counts[i - width];
    if (prior[i] > 0) windows.push_back({i, prior[i], held});
  }
}

} // namespace

Result<Released<FoundWindow>> window_search(const ExactCounts &rungs, const WindowPlan &plan,
                                            Grant<Rho> grant, Bits &bits, std::string step) {
  if (rungs.moved_by_one_row() != 1 || rungs.nested() || plan.prior.size() != rungs.size() ||
      plan.width == 0 || plan.nothing_prior == 0 ||
      (!plan.narrow_prior.empty() && (plan.narrow_width == 0 || plan.narrow_prior.size() != rungs.size())))
    throw std::logic_error("poise: a search for a window needs counts of single rungs, and their weights");
  const auto rate = ladder_rate(grant.amount());
  if (!rate)
    return bad_parameter(
        "the budget is too small for any answer: every window would be as likely as every other",
        "give more budget");
  const ReleaseKey key;
  std::vector<Window> windows;
  add_windows(windows, rungs.values(key), plan.width, plan.prior);
  if (!plan.narrow_prior.empty())
    add_windows(windows, rungs.values(key), plan.narrow_width, plan.narrow_prior);
  std::uint64_t most = plan.nothing_count;
  for (const Window &window : windows) most = std::max(most, window.held);
  std::vector<Gap> gaps = {{plan.nothing_prior, most - plan.nothing_count}};
  std::vector<std::optional<std::size_t>> outcomes = {std::nullopt};
  for (const Window &window : windows) {
    gaps.push_back({window.prior, most - window.held});
    outcomes.emplace_back(window.last);
  }
  const FoundWindow found{outcomes[ExponentialMechanism(gaps, *rate)(bits).gap]};
  return Released<FoundWindow>(key, found, std::move(grant).spend(std::move(step)), bits.provenance());
}

} // namespace poise::internal
