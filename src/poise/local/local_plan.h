// How a budget is spent in the local model: a function of the session alone, which every participant works
// out.
#pragma once

#include "poise/local/range_reports.h"
#include "poise/protocol/round.h"

#include <optional>

namespace poise::internal {

// One participant's range reports in a step: this many, each epsilon-DP.
struct ReportPlan {
  RangeShape shape;
  Epsilon epsilon;
  std::uint32_t reports;
};

// PROMISE  The messages of one participant, over all rounds, are rho-zCDP for the session's rho.
// WHY      The budget is divided by `local_shares` exactly. A range report is pure epsilon-DP with
//          zcdp_of_range_report at most its share (range_epsilon_for_zcdp); where a participant reports on
//          all columns of a step, the step's share is divided among them. The sum's share pays for Gaussian
//          noise (LocalClient). Rounds compose adaptively.
// CHECKED  tests/local/local_plan_test.cpp
struct LocalPlan {
  std::optional<ReportPlan> reach; // where the session does not know
  ReportPlan centre;
  ReportPlan radius;
  Rho sum;

  static Result<LocalPlan> of(const Session &session);

  Schedule schedule() const;
  StepShape shape(Step step) const;

  // Of the centre: everyone reports on every rotated column with a part of the budget, or on one with all of
  // it. Which is more accurate depends on the budget (docs/proofs/local_range_reports.md), so both are
  // compared; the latter is a shorter message, and taken unless the former gains more than 1%.
  bool everyone_on_every_column() const { return centre.reports > 1; }
};

// What the budget is divided into, step by step, in proportion.
std::vector<unsigned> local_shares(bool finds_reach);

// How many participants it takes until the centre and the radius mean something: below, the error in ranks is
// as large as the data. Public.
std::uint64_t local_participants_needed(const LocalPlan &plan, const Session &session);

// By how much the radius's rank may be off, as a share of all participants: with probability 199/200 by less.
double radius_rank_error(const LocalPlan &plan, const Session &session);

} // namespace poise::internal
