// How a budget is spent in the shuffle model: a function of the session alone, which every participant works
// out.
#pragma once

#include "poise/privacy/theorem/renyi_order.h"
#include "poise/protocol/round.h"
#include "poise/shuffle/dummy_tree.h"
#include "poise/shuffle/vector_shares.h"

#include <optional>
#include <variant>

namespace poise::internal {

// A vector summed over everyone: cells count `gain` a unit, each gets a Gaussian share of this variance, and
// all are split into shares.
struct SharePlan {
  ShareShape shape;
  Rational variance; // a participant's
  std::uint64_t gain;
};

// Everyone's nodes among dummies.
struct TreePlan {
  TreeShape shape;
  Integer dummies_a_bin;   // from honest participants together
  Rational dummies_a_head; // from one
};

// A range count: in one round by a tree, or by a search that takes a round for every level.
struct CountPlan {
  std::uint32_t coordinates, levels;
  Rho rho;
  std::variant<TreePlan, SharePlan> how;

  bool by_tree() const { return std::holds_alternative<TreePlan>(how); }
  std::uint32_t turns() const { return by_tree() ? 1 : levels; }
};

// PROMISE  All that leaves the shuffler, over all rounds, is (epsilon, delta)-DP for the session's promise,
//          as long as the dishonest are no more than the session says.
// WHY      A hundredth of delta pays for shares that are not perfect (share_splitting.h), another one for
//          bins without dummies (poisson_counts.h); renyi_budget turns the rest and epsilon into a rho at one
//          order. That rho is divided by `shuffle_shares` exactly; every step's divergence at the order is at
//          most order * its share: trees by poisson_mean_for, searches and the sum by
//          gaussian_share_variance. Divergences of one order add up, also adaptively.
// CHECKED  tests/shuffle/shuffle_plan_test.cpp, docs/proofs/shuffle_mean.md
struct ShufflePlan {
  RenyiBudget budget;
  std::uint64_t honest;
  unsigned security_bits;
  std::optional<CountPlan> reach; // where the session does not know
  CountPlan centre;
  CountPlan radius;
  Rho sum;

  static Result<ShufflePlan> of(const Session &session);

  Schedule schedule() const;
  StepShape shape(Step step) const;
  const CountPlan &count(Step step) const;

  // The last step's shares: they depend on the radius that was found.
  Result<SharePlan> sum_shares(const Session &session, std::uint64_t radius) const;
};

// The rho, and its order, that a promise leaves for the steps.
Result<RenyiBudget> shuffle_budget(const Approximate &promise);

// What the budget is divided into, step by step, in proportion.
std::vector<unsigned> shuffle_shares(bool finds_reach);

// A record as the analyzer reads it: the version, what it is, the session's tag, the round, the tag of its
// block (or 0); then the payload.
inline constexpr std::size_t record_header_bytes = 1 + 1 + 8 + 4 + 4;
std::size_t record_bytes(const SharePlan &plan);
std::size_t record_bytes(const TreePlan &plan);

// What one participant sends on average, records sealed; envelopes aside.
double bytes_per_participant(const SharePlan &plan);
double bytes_per_participant(const TreePlan &plan);

// How many participants it takes until centre and radius mean something. Public.
std::uint64_t shuffle_participants_needed(const ShufflePlan &plan, const Session &session);

// By how many participants a step's rank may be off, as a standard deviation.
double rank_deviation(const CountPlan &plan, std::uint64_t participants);

} // namespace poise::internal
