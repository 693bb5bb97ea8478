// Which of --rho, --epsilon and --delta go together.
#include "poise/answer/question/read_budget.h"

#include "poise/privacy/theorem/zcdp_to_approximate.h"

namespace poise::internal {
Result<Budget> read_budget(const std::optional<std::string> &given_rho,
                           const std::optional<std::string> &given_epsilon,
                           const std::optional<std::string> &given_delta) {
  if (given_rho) {
    if (given_epsilon || given_delta)
      return bad_parameter("the budget is given twice: `rho`, and `epsilon` or `delta`",
                           "give either `rho`, or `epsilon`, with `delta` or without");
    const auto rho = Rho::parse(*given_rho);
    if (!rho) return rho.error();
    return Budget{*rho, std::nullopt, std::nullopt};
  }
  if (!given_epsilon)
    return bad_parameter(given_delta ? "`delta` says little without `epsilon`" : "no budget given",
                         "give `rho`, or `epsilon`, with `delta` or without");
  const auto epsilon = Epsilon::parse(*given_epsilon);
  if (!epsilon) return epsilon.error();
  if (!given_delta) return Budget{*epsilon, std::nullopt, std::nullopt};
  const auto delta = Delta::parse(*given_delta);
  if (!delta) return delta.error();
  const auto rho = rho_for(*epsilon, *delta);
  if (!rho) return rho.error();
  return Budget{*rho, *epsilon, *delta};
}

} // namespace poise::internal
