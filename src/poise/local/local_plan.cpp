// Shares, shapes, and whether they are enough.
#include "poise/local/local_plan.h"

#include "poise/base/normal.h"
#include "poise/estimate/mean/mean_options.h"

#include <cmath>
#include <numeric>
#include <stdexcept>

namespace poise::internal {
namespace {

constexpr std::uint32_t centre_leaves = 1024, radius_leaves = 64;

Result<ReportPlan> range_plan(const Rational &rho, std::uint32_t leaves, std::uint32_t reports) {
  const auto share = Rho::of(rho / reports);
  if (!share) return share.error();
  const RangeShape shape = choose_range_shape(leaves, *share);
  const auto epsilon = range_epsilon_for_zcdp(shape, *share);
  if (!epsilon) return epsilon.error();
  return ReportPlan{shape, *epsilon, reports};
}

double deviation(const ReportPlan &plan, double reports) {
  return rank_share_deviation(plan.shape, plan.epsilon, reports);
}

// Reports that every column of the centre gets.
double centre_reports(const ReportPlan &plan, const Session &session) {
  const auto participants = static_cast<double>(session.participants);
  return plan.reports > 1 ? participants : participants / static_cast<double>(session.width());
}

constexpr double beta = 0.1;

// Of a radius that is found too far out, in the buckets that nobody is in: seldom, as it costs so much noise.
constexpr double escape = 0.005;

} // namespace

std::vector<unsigned> local_shares(bool finds_reach) {
  if (finds_reach) return {1, 3, 1, 5};
  return {3, 1, 6};
}

Result<LocalPlan> LocalPlan::of(const Session &session) {
  const auto *const budget = std::get_if<LocalBudget>(&session.budget);
  if (budget == nullptr) throw std::logic_error("poise: a local plan is for a session of the local model");
  if (const auto error = check_mean_options({}, budget->rho)) return *error; // what no sampler can do
  const bool finds_reach = session.reach == 0;
  const std::vector<unsigned> shares = local_shares(finds_reach);
  const unsigned total = std::accumulate(shares.begin(), shares.end(), 0U);
  std::size_t next = 0;
  const auto share = [&] { return Rational(budget->rho.exact() * shares[next++] / total); };

  std::optional<ReportPlan> reach;
  if (finds_reach) {
    const auto plan = range_plan(share(), radius_leaves, 1);
    if (!plan) return plan.error();
    reach = *plan;
  }
  const Rational centre_share = share();
  const auto width = static_cast<std::uint32_t>(session.width());
  auto grouped = range_plan(centre_share, centre_leaves, 1);
  if (!grouped) return grouped.error();
  const auto everywhere = range_plan(centre_share, centre_leaves, width);
  if (!everywhere) return everywhere.error();
  const bool split = width > 1 && deviation(*everywhere, centre_reports(*everywhere, session)) <
                                      0.99 * deviation(*grouped, centre_reports(*grouped, session));
  const auto radius = range_plan(share(), radius_leaves, 1);
  if (!radius) return radius.error();
  const auto sum = Rho::of(share());
  if (!sum) return sum.error();
  return LocalPlan{reach, split ? *everywhere : *grouped, *radius, *sum};
}

Schedule LocalPlan::schedule() const {
  Schedule all;
  if (reach) all.push_back({Step::reach, 1});
  for (const Step step : {Step::centre, Step::radius, Step::sum}) all.push_back({step, 1});
  return all;
}

StepShape LocalPlan::shape(Step step) const {
  if (step == Step::reach) return {leaves(reach.value().shape), 1};
  if (step == Step::centre) return {leaves(centre.shape), centre.reports};
  if (step == Step::radius) return {leaves(radius.shape), 1};
  return {0, 0};
}

std::uint64_t local_participants_needed(const LocalPlan &plan, const Session &session) {
  // No median of a rotated column may be off by half of all participants, nor the radius by a quarter.
  const auto participants = static_cast<double>(session.participants),
             width = static_cast<double>(session.width());
  const double centre =
      2 * deviation(plan.centre, centre_reports(plan.centre, session)) * -normal_quantile(beta / (2 * width));
  const auto quarter = [&](const ReportPlan &range) {
    return -4 * normal_quantile(beta) * deviation(range, participants);
  };
  double worst = std::max(centre, quarter(plan.radius));
  if (plan.reach) worst = std::max(worst, quarter(*plan.reach));
  const double needed = std::ceil(participants * worst * worst); // deviations fall with the root
  return needed < 1e18 ? static_cast<std::uint64_t>(needed) : ~std::uint64_t{0};
}

double radius_rank_error(const LocalPlan &plan, const Session &session) {
  return -normal_quantile(escape) * deviation(plan.radius, static_cast<double>(session.participants));
}

} // namespace poise::internal
