// What a dataset may spend in all, and what one release costs it.
#pragma once

#include "poise/privacy/approximate.h"

#include <string>
#include <variant>

namespace poise::internal {

using Amount = std::variant<Rho, Epsilon>; // what one release costs: zCDP, or pure

enum class BudgetUnit { rho, epsilon }; // what an account counts in
std::string name_of(BudgetUnit unit);

// PROMISE  Releases whose costs add up to at most total() keep the promise to the people in the
//          dataset, however each was chosen in view of the earlier ones.
// WHY      Pure epsilons add, rhos add. A pure release is zCDP (privacy/theorem/pure_to_zcdp.h). An
//          (epsilon, delta) account is a zCDP account of rho_for(epsilon, delta), fixed when it is
//          opened: a total fixed in advance is a valid filter, the better of two is not.
// CHECKED  tests/ledger/composition_test.cpp; docs/proofs/ledger.md
class Allowance {
public:
  using Promise = std::variant<Epsilon, Rho, Approximate>;

  static Allowance pure(const Epsilon &epsilon);
  static Allowance zcdp(const Rho &rho);
  static Result<Allowance> approximate(const Approximate &promise); // an error if it leaves no rho

  // As a book has it: the rho was worked out once, when the account was opened.
  static Allowance approximate_with(const Approximate &promise, const Rho &total);

  const Promise &promise() const { return promise_; }
  BudgetUnit unit() const;
  const Rational &total() const { return total_; } // in that unit
  std::string text() const;                        // "rho = 0.5", "epsilon = 1, delta = 1e-6"

  // In the unit of the account, rounded up. A pure account takes pure releases only.
  Result<Rational> cost(const Amount &amount) const;

  friend bool operator==(const Allowance &, const Allowance &) = default;

private:
  Allowance(Promise promise, Rational total);
  Promise promise_;
  Rational total_;
};

// A budget for a message: exact where that is short, else to six digits.
std::string budget_text(const Rational &budget);

} // namespace poise::internal
