// Costs by the theorems of privacy/.
#include "poise/ledger/allowance.h"

#include "poise/base/nearest_double.h"
#include "poise/privacy/exact_text.h"
#include "poise/privacy/theorem/pure_to_zcdp.h"
#include "poise/privacy/theorem/zcdp_to_approximate.h"

#include <fmt/format.h>
#include <utility>

namespace poise::internal {

std::string name_of(BudgetUnit unit) { return unit == BudgetUnit::rho ? "rho" : "epsilon"; }

Allowance::Allowance(Promise promise, Rational total)
    : promise_(std::move(promise)), total_(std::move(total)) {}

Allowance Allowance::pure(const Epsilon &epsilon) { return {epsilon, epsilon.exact()}; }
Allowance Allowance::zcdp(const Rho &rho) { return {rho, rho.exact()}; }

Result<Allowance> Allowance::approximate(const Approximate &promise) {
  const Result<Rho> total = rho_for(promise.epsilon, promise.delta);
  if (!total) return total.error();
  return approximate_with(promise, *total);
}

Allowance Allowance::approximate_with(const Approximate &promise, const Rho &total) {
  return {promise, total.exact()};
}

BudgetUnit Allowance::unit() const {
  return std::holds_alternative<Epsilon>(promise_) ? BudgetUnit::epsilon : BudgetUnit::rho;
}

std::string Allowance::text() const {
  if (const auto *both = std::get_if<Approximate>(&promise_))
    return fmt::format("epsilon = {}, delta = {}", budget_text(both->epsilon.exact()),
                       budget_text(both->delta.exact()));
  return fmt::format("{} = {}", name_of(unit()), budget_text(total_));
}

Result<Rational> Allowance::cost(const Amount &amount) const {
  if (unit() == BudgetUnit::epsilon) {
    if (const auto *epsilon = std::get_if<Epsilon>(&amount)) return epsilon->exact();
    return Error{ErrorKind::ledger_refuses,
                 "its budget is a pure epsilon, and a release that costs rho (zCDP) has none",
                 "ask for pure privacy, with an epsilon alone, or open another dataset with a rho"};
  }
  if (const auto *rho = std::get_if<Rho>(&amount)) return rho->exact();
  const Result<Rho> rho = zcdp_of_pure(std::get<Epsilon>(amount));
  if (!rho) return rho.error();
  return rho->exact();
}

std::string budget_text(const Rational &budget) {
  constexpr std::size_t easily_read = 12;
  const std::string exact = exact_text(budget);
  return exact.size() <= easily_read ? exact : fmt::format("{:.6g}", nearest_double(budget));
}

} // namespace poise::internal
