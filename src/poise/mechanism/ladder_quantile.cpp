// A gap for every step, as wide as the prior says.
#include "poise/mechanism/ladder_quantile.h"

#include "poise/mechanism/exponential_quantile.h"
#include "poise/random/sampler/exponential_mechanism.h"

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace poise::internal {
namespace {

void check(const ExactCounts &counts, std::uint64_t rank, std::span<const std::uint64_t> prior) {
  if (!counts.nested() || counts.moved_by_one_row() != 1)
    throw std::logic_error("poise: a ladder needs nested counts");
  if (counts.size() == 0 || prior.size() != counts.size() || std::ranges::count(prior, 0U) > 0)
    throw std::logic_error("poise: every step of a ladder needs a prior weight");
  if (rank < 1 || rank > counts.rows()) throw std::logic_error("poise: there is no such rank");
}

Error all_steps_as_likely() {
  return bad_parameter("the budget is too small for any answer: every step would be as likely as every other",
                       "give more budget");
}

LadderStep draw(std::span<const std::uint64_t> counts, std::uint64_t rank,
                std::span<const std::uint64_t> prior, const Rational &rate, Bits &bits) {
  std::vector<Gap> gaps;
  gaps.reserve(counts.size());
  std::uint64_t below = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const std::uint64_t score = counts[i] < rank ? rank - counts[i] : below >= rank ? below - rank + 1 : 0;
    gaps.push_back({prior[i], score});
    below = counts[i];
  }
  return {ExponentialMechanism(gaps, rate)(bits).gap};
}

} // namespace

std::optional<Rational> ladder_rate(const Epsilon &epsilon) { return quantile_rate(1, epsilon); }
std::optional<Rational> ladder_rate(const Rho &rho) { return quantile_rate(1, rho); }

Result<Released<LadderStep, Epsilon>> ladder_quantile(const ExactCounts &counts, std::uint64_t rank,
                                                      std::span<const std::uint64_t> prior,
                                                      Grant<Epsilon> grant, Bits &bits, std::string step) {
  check(counts, rank, prior);
  const auto rate = ladder_rate(grant.amount());
  if (!rate) return all_steps_as_likely();
  const ReleaseKey key;
  const LadderStep found = draw(counts.values(key), rank, prior, *rate, bits);
  return Released<LadderStep, Epsilon>(key, found, std::move(grant).spend(std::move(step)),
                                       bits.provenance());
}

Result<Released<LadderStep, Rho>> ladder_quantile(const ExactCounts &counts, std::uint64_t rank,
                                                  std::span<const std::uint64_t> prior, Grant<Rho> grant,
                                                  Bits &bits, std::string step) {
  check(counts, rank, prior);
  const auto rate = ladder_rate(grant.amount());
  if (!rate) return all_steps_as_likely();
  const ReleaseKey key;
  const LadderStep found = draw(counts.values(key), rank, prior, *rate, bits);
  return Released<LadderStep, Rho>(key, found, std::move(grant).spend(std::move(step)), bits.provenance());
}

} // namespace poise::internal
