// As a budget is read, but kept as it was promised.
#include "poise/answer/question/allowance_text.h"

#include "poise/answer/question/read_budget.h"

namespace poise::internal {

Result<Allowance> read_allowance(const std::optional<std::string> &rho,
                                 const std::optional<std::string> &epsilon,
                                 const std::optional<std::string> &delta) {
  const auto budget = read_budget(rho, epsilon, delta);
  if (!budget) return budget.error();
  if (budget->epsilon && budget->delta) return Allowance::approximate({*budget->epsilon, *budget->delta});
  if (const auto *const pure = std::get_if<Epsilon>(&budget->amount)) return Allowance::pure(*pure);
  return Allowance::zcdp(std::get<Rho>(budget->amount));
}

} // namespace poise::internal
