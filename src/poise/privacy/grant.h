// A right to spend budget: it moves, it splits, it is spent once.
#pragma once

#include "poise/privacy/receipt.h"

#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace poise::internal {

class SampledGrant; // sampled_grant.h

// PROMISE  The receipts made from the pieces of a grant never add up to more than
//          the grant, and to exactly the grant once every piece is spent.
// WHY      A grant cannot be copied; splitting consumes it and hands out the
//          shares w_i / sum(w) as exact rationals, which add up to one; spending
//          consumes it and writes its whole amount on the receipt.
// CHECKED  tests/privacy/grant_test.cpp, tests/must_not_compile/copy_a_grant.cpp
template <class Unit> class Grant {
public:
  // The one place where budget comes from. Whoever calls this answers for it:
  // the user's command line, or the ledger after it has been charged.
  static Grant open(Unit budget) { return Grant(std::move(budget)); }

  Grant(const Grant &) = delete;
  Grant &operator=(const Grant &) = delete;
  Grant(Grant &&other) noexcept : amount_(std::exchange(other.amount_, std::nullopt)) {}
  Grant &operator=(Grant &&) = delete; // would throw away the budget it overwrites

  // A grant that was moved, split or spent holds nothing; asking it again is a bug of
  // the program (never of its user), so it throws instead of returning an error.
  const Unit &amount() const {
    if (!amount_) throw std::logic_error("poise: this grant has already been moved, split or spent");
    return *amount_;
  }

  // One grant per weight, in proportion. Weights are written in the program, so a list that
  // is empty or holds a zero throws, and leaves the grant as it was.
  std::vector<Grant> split(std::span<const unsigned> weights) && {
    if (weights.empty()) throw std::logic_error("poise: a grant must be split into at least one share");
    Rational total = 0;
    for (const unsigned weight : weights) {
      if (weight == 0) throw std::logic_error("poise: a share of a grant must be positive");
      total += weight;
    }
    const Unit whole = take();
    std::vector<Grant> shares;
    shares.reserve(weights.size());
    for (const unsigned weight : weights) // a positive number below the whole is always a valid amount
      shares.push_back(Grant(Unit::of(whole.exact() * weight / total).value()));
    return shares;
  }

  Receipt<Unit> spend(std::string step) && { return Receipt<Unit>(std::move(step), take()); }

private:
  friend class SampledGrant; // a sample allows more than its grant

  explicit Grant(Unit amount) : amount_(std::move(amount)) {}
  Unit take() {
    Unit taken = amount();
    amount_.reset();
    return taken;
  }
  std::optional<Unit> amount_;
};

} // namespace poise::internal
