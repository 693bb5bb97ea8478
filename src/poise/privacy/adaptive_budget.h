// A budget that is spent step by step, where how much a step takes may depend on what was released before.
#pragma once

#include "poise/privacy/grant.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace poise::internal {

// PROMISE  Steps that are each rho_i-zCDP given all releases before, with rho_1, rho_2, … taken from here,
//          are rho-zCDP together, rho being the whole grant; also where rho_i, and what step i does, depend
//          on those releases.
// WHY      Pieces of a grant never add up to more than it. docs/proofs/adaptive_budget.md: the privacy loss
//          less what was paid for it is a supermartingale, which is all that composition needs.
// CHECKED  tests/privacy/adaptive_budget_test.cpp
class AdaptiveBudget {
public:
  // Amounts are whole multiples of the grant divided by this, so that receipts stay readable; and each of two
  // searches in tens of thousands of columns takes one at least.
  static constexpr unsigned parts = 1000000;

  explicit AdaptiveBudget(Grant<Rho> grant) : whole_(grant.amount()) { rest_.emplace(std::move(grant)); }

  double whole() const { return whole_.display(); }
  double left() const { return whole() * left_ / parts; }

  // The nearest multiple to an amount, at least one. More than is left, less one multiple for the rest, is a
  // bug and throws.
  Grant<Rho> take(double amount) {
    const double wanted = std::round(amount / whole() * parts);
    if (!(wanted <= left_ - 1)) throw std::logic_error("poise: a step takes more than is left of its budget");
    const unsigned taken = std::max(1U, static_cast<unsigned>(wanted));
    const unsigned weights[] = {taken, left_ - taken};
    auto pieces = std::move(*rest_).split(weights);
    rest_.emplace(std::move(pieces[1]));
    left_ -= taken;
    return std::move(pieces[0]);
  }

  // What take(amount) would hand out.
  double rounded(double amount) const {
    return std::max(1.0, std::round(amount / whole() * parts)) * whole() / parts;
  }

  Grant<Rho> take_the_rest() && { return std::move(*rest_); }

private:
  Rho whole_;
  std::optional<Grant<Rho>> rest_;
  unsigned left_ = parts;
};

} // namespace poise::internal
