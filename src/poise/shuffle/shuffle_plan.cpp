// The cheaper of two range counts, blocks of the best size, and whether there are enough participants.
#include "poise/shuffle/shuffle_plan.h"

#include "poise/base/nearest_double.h"
#include "poise/base/normal.h"
#include "poise/privacy/theorem/distributed_gaussian.h"
#include "poise/privacy/theorem/poisson_counts.h"
#include "poise/privacy/theorem/share_splitting.h"
#include "poise/protocol/own_row.h"
#include "poise/shuffle/sealed_records.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace poise::internal {
namespace {

constexpr std::uint32_t centre_levels = 10, radius_levels = 8;

// The parts of delta that pay for imperfect shares, and for bins without dummies in any of three steps.
Rational shares_part() { return ratio(1, 100); }
Rational dummies_part() { return ratio(1, 300); }

std::uint64_t whole(const Integer &value) {
  return fits_uint64(value) ? static_cast<std::uint64_t>(to_uint128(value)) : ~std::uint64_t{0};
}

// The fewest bytes that hold sums up to `largest`, with room for noise that never comes.
Result<std::uint32_t> word_bytes_for(const Integer &largest, const Rational &variance,
                                     std::uint64_t participants) {
  const Integer spread = isqrt(ceil(variance * Rational(to_integer(participants)))) + 1;
  const Integer room = 2 * (largest + 64 * spread);
  for (std::uint32_t bytes = 3; bytes <= 8; ++bytes)
    if (room < power_of_two(8 * bytes)) return bytes;
  return bad_parameter("the sums of the shuffle model would outgrow 64 bits",
                       "give more budget or fewer participants");
}

// Blocks as long as makes the least bytes: long ones need more shares, short ones more envelopes.
Result<ShareShape> share_shape(std::uint32_t coordinates, std::uint32_t word_bytes, std::uint64_t honest,
                               unsigned security_bits) {
  std::optional<ShareShape> best;
  std::size_t least = 0;
  for (std::uint32_t block = 1; block <= std::min(coordinates, 32U); ++block) {
    const auto shares = shares_needed(honest, std::uint64_t{8} * word_bytes * block, security_bits);
    if (!shares) {
      if (block > 1) break;
      return shares.error();
    }
    const ShareShape shape{coordinates, block, word_bytes, *shares};
    const std::size_t bytes = shape.records() * sealed_bytes(record_header_bytes + shape.payload_bytes());
    if (best && bytes >= least) continue;
    best = shape;
    least = bytes;
  }
  return *best;
}

// A vector of cells in units whose l2-norm moves by at most sqrt(squared_sensitivity).
Result<SharePlan> share_plan(const Rho &rho, const Integer &squared_sensitivity, const Integer &largest_cell,
                             std::uint64_t gain, std::uint32_t coordinates, std::uint64_t participants,
                             std::uint64_t honest, unsigned security_bits) {
  const auto variance = gaussian_share_variance(rho, squared_sensitivity, coordinates, honest);
  if (!variance) return variance.error();
  const auto bytes = word_bytes_for(largest_cell * to_integer(participants), *variance, participants);
  if (!bytes) return bytes.error();
  const auto shape = share_shape(coordinates, *bytes, honest, security_bits);
  if (!shape) return shape.error();
  return SharePlan{*shape, *variance, gain};
}

struct Everyone {
  std::uint64_t participants, honest;
  unsigned security_bits;
};

// The least gain, at least 1, whose square is not below this.
Integer gain_for(const Rational &square) {
  const Integer root = isqrt(floor(square));
  return std::max(Integer(1), Rational(root * root) < square ? Integer(root + 1) : root);
}

// A bit for every coordinate and turn. Bits are counted `gain` each, so that a share of the noise is not too
// small to be smooth.
Result<SharePlan> search_plan(const Rho &rho, std::uint32_t coordinates, std::uint32_t levels,
                              const Everyone &everyone) {
  const auto turn = Rho::of(rho.exact() / levels);
  if (!turn) return turn.error();
  const Rational squared = 6 * turn->exact() * Rational(to_integer(everyone.honest)) / coordinates;
  const Integer gain = gain_for(squared);
  return share_plan(*turn, gain * gain * coordinates, gain, whole(gain), coordinates, everyone.participants,
                    everyone.honest, everyone.security_bits);
}

Result<TreePlan> tree_plan(const RenyiBudget &budget, const Rho &rho, std::uint32_t coordinates,
                           std::uint32_t levels, const Everyone &everyone, const Rational &delta) {
  const TreeShape shape{coordinates, levels};
  const std::uint64_t reports = std::uint64_t{coordinates} * levels;
  const auto least = poisson_mean_for_delta(delta, reports);
  if (!least) return least.error();
  const auto mean = poisson_mean_for(rho, budget.order, reports, *least);
  if (!mean) return mean.error();
  const Rational a_head = Rational(*mean * to_integer(shape.bins())) / Rational(to_integer(everyone.honest));
  return TreePlan{shape, *mean, a_head};
}

Rational records_a_head(const TreePlan &plan) {
  return Rational(to_integer(std::uint64_t{plan.shape.coordinates} * plan.shape.levels)) +
         plan.dummies_a_head;
}

Integer whole_bytes(const SharePlan &plan) {
  return to_integer(plan.shape.records() * sealed_bytes(record_bytes(plan)));
}

// What a tree would cost, roughly and quickly: about reports / rho dummies a bin.
Rational tree_bytes_guess(const Rho &rho, std::uint32_t coordinates, std::uint32_t levels,
                          const Everyone &everyone) {
  const TreeShape shape{coordinates, levels};
  const Integer reports = to_integer(std::uint64_t{coordinates} * levels);
  const Rational dummies = Rational(reports * to_integer(shape.bins())) / rho.exact();
  return (Rational(reports) + dummies / Rational(to_integer(everyone.honest))) *
         to_integer(std::uint64_t{sealed_bytes(record_header_bytes + 8)});
}

// The one of fewer bytes. Fractions compare the same on every machine: participants must not disagree.
Result<CountPlan> count_plan(const RenyiBudget &budget, const Rho &rho, std::uint32_t coordinates,
                             std::uint32_t levels, const Everyone &everyone, const Rational &delta) {
  const auto search = search_plan(rho, coordinates, levels, everyone);
  const Rational search_bytes = search ? Rational(levels * whole_bytes(*search)) : Rational(0);
  if (!search || tree_bytes_guess(rho, coordinates, levels, everyone) < 2 * search_bytes) {
    auto tree = tree_plan(budget, rho, coordinates, levels, everyone, delta);
    if (!tree && !search) return tree.error();
    const auto tree_bytes = [&] {
      return Rational(records_a_head(*tree) * to_integer(std::uint64_t{sealed_bytes(record_bytes(*tree))}));
    };
    if (tree && (!search || tree_bytes() < search_bytes))
      return CountPlan{coordinates, levels, rho, std::move(*tree)};
  }
  return CountPlan{coordinates, levels, rho, *search};
}

Integer honest_of(const Session &session, const ShuffleBudget &budget) {
  return ceil((1 - budget.dishonest) * Rational(to_integer(session.participants)));
}

} // namespace

std::vector<unsigned> shuffle_shares(bool finds_reach) {
  if (finds_reach) return {1, 2, 1, 6};
  return {2, 1, 7};
}

Result<RenyiBudget> shuffle_budget(const Approximate &promise) {
  const auto rest = Delta::of(promise.delta.exact() * (1 - shares_part() - 3 * dummies_part()));
  if (!rest) return rest.error();
  return renyi_budget(promise.epsilon, *rest);
}

Result<ShufflePlan> ShufflePlan::of(const Session &session) {
  const auto *const budget = std::get_if<ShuffleBudget>(&session.budget);
  if (budget == nullptr)
    throw std::logic_error("poise: a shuffle plan is for a session of the shuffle model");
  const auto &[epsilon, delta] = budget->promise;
  const bool finds_reach = session.reach == 0;
  const auto width = static_cast<std::uint32_t>(session.width());
  const std::uint64_t honest = whole(honest_of(session, *budget));

  // At most so many sums are split into shares: one block each at most.
  const std::uint64_t instances = std::uint64_t{width} * (centre_levels + 1) + 2 * radius_levels;
  const auto security = security_bits_for(epsilon, instances, delta.exact() * shares_part());
  if (!security) return security.error();
  const auto renyi = shuffle_budget(budget->promise);
  if (!renyi) return renyi.error();
  // The last step always needs shares: where there can be none, nobody should answer the steps before.
  if (const auto last = share_shape(width, 8, honest, *security); !last) return last.error();

  const std::vector<unsigned> shares = shuffle_shares(finds_reach);
  const unsigned total = std::accumulate(shares.begin(), shares.end(), 0U);
  std::vector<Rho> parts;
  for (const unsigned share : shares) {
    const auto part = Rho::of(renyi->rho.exact() * share / total);
    if (!part) return part.error();
    parts.push_back(*part);
  }
  const Everyone everyone{session.participants, honest, *security};
  const Rational dummies_delta = delta.exact() * dummies_part();
  std::size_t next = 0;
  std::optional<CountPlan> reach;
  if (finds_reach) {
    auto plan = count_plan(*renyi, parts[next++], 1, radius_levels, everyone, dummies_delta);
    if (!plan) return plan.error();
    reach = std::move(*plan);
  }
  auto centre = count_plan(*renyi, parts[next++], width, centre_levels, everyone, dummies_delta);
  if (!centre) return centre.error();
  auto radius = count_plan(*renyi, parts[next++], 1, radius_levels, everyone, dummies_delta);
  if (!radius) return radius.error();
  return ShufflePlan{*renyi,     honest, *security, std::move(reach), std::move(*centre), std::move(*radius),
                     parts[next]};
}

const CountPlan &ShufflePlan::count(Step step) const {
  if (step == Step::reach) return reach.value();
  if (step == Step::sum) throw std::logic_error("poise: a sum is not a range count");
  return step == Step::centre ? centre : radius;
}

Schedule ShufflePlan::schedule() const {
  Schedule all;
  if (reach) all.push_back({Step::reach, reach->turns()});
  all.push_back({Step::centre, centre.turns()});
  all.push_back({Step::radius, radius.turns()});
  all.push_back({Step::sum, 1});
  return all;
}

StepShape ShufflePlan::shape(Step step) const {
  if (step == Step::sum) return {0, 0};
  const CountPlan &plan = count(step);
  return {std::uint32_t{1} << plan.levels, plan.coordinates};
}

Result<SharePlan> ShufflePlan::sum_shares(const Session &session, std::uint64_t radius_found) const {
  const std::size_t width = session.width();
  const unsigned shift = coarse_shift(radius_found, width);
  const Integer length = to_integer(coarse_radius(radius_found, shift, width));
  // A small radius is counted in finer units, so that a share of the noise is not too small to be smooth.
  const Rational squared =
      ratio(3, 2) * sum.exact() * Rational(to_integer(honest)) / Rational(length * length);
  const Integer gain = gain_for(squared);
  return share_plan(sum, 4 * gain * gain * length * length, gain * length, whole(gain),
                    static_cast<std::uint32_t>(width), session.participants, honest, security_bits);
}

std::size_t record_bytes(const SharePlan &plan) { return record_header_bytes + plan.shape.payload_bytes(); }
std::size_t record_bytes(const TreePlan &) { return record_header_bytes + 8; }

double bytes_per_participant(const SharePlan &plan) { return nearest_double(Rational(whole_bytes(plan))); }

double bytes_per_participant(const TreePlan &plan) {
  return nearest_double(records_a_head(plan)) * static_cast<double>(sealed_bytes(record_bytes(plan)));
}

double rank_deviation(const CountPlan &plan, std::uint64_t participants) {
  const auto n = static_cast<double>(participants);
  if (const auto *const tree = std::get_if<TreePlan>(&plan.how))
    return tree_rank_deviation(tree->shape, tree->dummies_a_head * Rational(to_integer(participants)) /
                                                Rational(to_integer(tree->shape.bins())));
  const auto &search = std::get<SharePlan>(plan.how);
  return std::sqrt(n * nearest_double(search.variance)) / static_cast<double>(search.gain);
}

std::uint64_t shuffle_participants_needed(const ShufflePlan &plan, const Session &session) {
  // No median of a rotated column may be off by half of all participants, nor the radius by a quarter; a
  // search is wrong when one of its turns is.
  constexpr double beta = 0.1;
  const auto off = [&](const CountPlan &count) {
    const double chances = 2.0 * count.coordinates * count.turns();
    return -normal_quantile(beta / chances) * rank_deviation(count, session.participants);
  };
  double needed = std::max(2 * off(plan.centre), 4 * off(plan.radius));
  if (plan.reach) needed = std::max(needed, 4 * off(*plan.reach));
  return needed < 1e18 ? static_cast<std::uint64_t>(std::ceil(needed)) : ~std::uint64_t{0};
}

} // namespace poise::internal
