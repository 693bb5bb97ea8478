// Budget for looking at a sample: more than what it costs, as most people are not looked at.
#pragma once

#include "poise/privacy/grant.h"
#include "poise/privacy/theorem/subsampling.h"

namespace poise::internal {

// PROMISE  Whatever is bought with inner(), on one uniform and secret sample at this rate, costs what was
//          granted, once, and the receipt says so.
// WHY      inner() is epsilon_before_sampling of the grant (subsampling.h), handed out once; settle() takes
//          receipts of at most as much.
// CHECKED  tests/privacy/sampled_grant_test.cpp
class SampledGrant {
public:
  static Result<SampledGrant> of(Grant<Epsilon> grant, const SamplingRate &rate) {
    auto inner = epsilon_before_sampling(grant.amount(), rate);
    if (!inner) return inner.error();
    return SampledGrant(std::move(grant), std::move(*inner), rate.exact() == 1);
  }

  Grant<Epsilon> inner() {
    if (handed_out_) throw std::logic_error("poise: the budget for a sample has been handed out already");
    handed_out_ = true;
    return Grant<Epsilon>(inner_);
  }

  // Of everybody the steps as they are; of a sample one line, for what its steps cost together.
  Receipt<Epsilon> settle(const Receipt<Epsilon> &spent, std::string step) && {
    if (!handed_out_ || spent.total() > inner_.exact())
      throw std::logic_error("poise: more was spent on a sample than there was");
    Receipt<Epsilon> outer = std::move(grant_).spend(std::move(step));
    return all_ && spent.total() == outer.total() ? spent : outer;
  }

private:
  SampledGrant(Grant<Epsilon> grant, Epsilon inner, bool all)
      : grant_(std::move(grant)), inner_(std::move(inner)), all_(all) {}

  Grant<Epsilon> grant_;
  Epsilon inner_;
  bool all_;
  bool handed_out_ = false;
};

} // namespace poise::internal
