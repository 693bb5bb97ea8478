// Which of --rho, --epsilon and --delta go together.
#include "cli/budget.h"

#include "poise/privacy/zcdp_to_approximate.h"

namespace poise::cli {
namespace {

Error bad(std::string wrong, std::string remedy) {
  return Error{ErrorKind::bad_parameter, std::move(wrong), std::move(remedy)};
}

} // namespace

Result<Budget> read_budget(const StatisticArguments &arguments) {
  if (arguments.rho) {
    if (arguments.epsilon || arguments.delta)
      return bad("the budget is given twice: --rho, and --epsilon or --delta",
                 "give either --rho, or --epsilon, with --delta or without");
    const auto rho = Rho::parse(*arguments.rho);
    if (!rho) return rho.error();
    return Budget{*rho, std::nullopt, std::nullopt};
  }
  if (!arguments.epsilon)
    return bad(arguments.delta ? "--delta says little without --epsilon" : "no budget given",
               "give --rho, or --epsilon, with --delta or without");
  const auto epsilon = Epsilon::parse(*arguments.epsilon);
  if (!epsilon) return epsilon.error();
  if (!arguments.delta) return Budget{*epsilon, std::nullopt, std::nullopt};
  const auto delta = Delta::parse(*arguments.delta);
  if (!delta) return delta.error();
  const auto rho = rho_for(*epsilon, *delta);
  if (!rho) return rho.error();
  return Budget{*rho, *epsilon, *delta};
}

} // namespace poise::cli
