// Which options go with which model.
#include "poise/answer/question/distributed_setting.h"

#include "poise/answer/question/question_fields.h"
#include "poise/privacy/exact_text.h"
#include "poise/shuffle/shuffle_mean.h"
#include "poise/shuffle/shuffle_plan.h"

namespace poise::internal {
namespace {

std::optional<Error> check_distributed_options(const Question &question) {
  const bool shuffle = *question.model == "shuffle";
  const std::string model = "`model=" + *question.model + "`";
  if (question.method && *question.method != "instance-optimal" && *question.method != "poise")
    return bad_parameter("method " + *question.method + " needs someone to trust: there is none in " + model,
                         "leave out `method`: what runs there is instance-optimal");
  for (const char *const field :
       {"precision", "clip_quantile", "steps", "covariance", "norm", "variances", "variances_from", "pairs",
        "binary", "own_units", "limits", "missing", "no_missing", "try_anyway"})
    if (is_given(question, field))
      return bad_parameter("`" + std::string(field) + "`" + " is not for " + model, "leave it out");
  if (question.dishonest && !shuffle)
    return bad_parameter("`dishonest` is not for the local model, where nobody is trusted", "leave it out");
  if (shuffle && (question.rho || !question.epsilon || !question.delta))
    return bad_parameter("the shuffle model promises (epsilon, delta)-DP",
                         "give `epsilon` and `delta`, such as 1 and 1e-9");
  if (!shuffle && question.epsilon && !question.delta)
    return bad_parameter(
        "the local model promises zCDP, and `epsilon` alone asks for pure differential privacy",
        "add `delta`, such as 1e-9, or use `rho`");
  if (shuffle && question.ledger)
    return Error{ErrorKind::ledger_refuses,
                 "books are kept in zCDP, and the shuffle model promises (epsilon, delta) alone",
                 "leave out `ledger` and `dataset`, and keep account yourself; or use `model=local`"};
  return std::nullopt;
}

// Where the mean may be: told by the model of normal rows, or by the bound on every cell; else to be found.
std::optional<Rational> mean_within(const MeanSettings &settings, std::size_t columns) {
  if (settings.options().model) return settings.options().model->mean_within;
  if (!settings.bound()) return std::nullopt;
  const Rational &bound = *settings.bound();
  // A bound on every cell is one of sqrt(columns) times as much on a row; rounded up to a part in 2^20.
  const Rational squared =
      bound * bound * Rational(to_integer(std::uint64_t{columns})) * Rational(power_of_two(40));
  const Rational scale(power_of_two(20));
  return Rational((Rational(isqrt(ceil(squared)) + 1)) / scale);
}

} // namespace

Result<Rational> read_dishonest_share(const std::string &text) {
  const auto share = read_exact(text);
  if (!share || *share < 0 || *share > ratio(9, 10))
    return bad_parameter("`dishonest` must be a share between 0 and 0.9, got " + shorten(text),
                         "say which share of participants may lie or talk to the analyzer, such as 0.1");
  return *share;
}

Result<DistributedSetting> read_setting(const Question &question) {
  if (const auto error = check_distributed_options(question)) return *error;
  auto budget = read_budget(question);
  if (!budget) return budget.error();
  Rational dishonest = ShuffleOptions{}.dishonest;
  if (question.dishonest) {
    const auto share = read_dishonest_share(*question.dishonest);
    if (!share) return share.error();
    dishonest = *share;
  }
  auto settings = MeanSettings::read(question);
  if (!settings) return settings.error();
  DistributedSetting setting{.budget = std::move(*budget), .mean = std::move(*settings)};
  if (*question.model != "shuffle") return setting;
  setting.dishonest = dishonest;
  setting.promise = Approximate{*setting.budget.epsilon, *setting.budget.delta};
  const auto allowed = shuffle_budget(*setting.promise);
  if (!allowed) return allowed.error();
  setting.budget.amount = allowed->rho;
  setting.order = allowed->order;
  return setting;
}

Result<PlaceOfMean> place_of_mean(const DistributedSetting &setting, std::size_t people,
                                  std::size_t columns) {
  const auto grid = setting.mean.grid(people, columns);
  if (!grid) return grid.error();
  return PlaceOfMean{*grid, mean_within(setting.mean, columns)};
}

} // namespace poise::internal
