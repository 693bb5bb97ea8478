// A list.
#include "poise/answer/question/question_fields.h"

#include <algorithm>
#include <stdexcept>

namespace poise::internal {
namespace {

using Q = Question;

constexpr QuestionField fields[] = {
    {.name = "rho", .text = &Q::rho},
    {.name = "epsilon", .text = &Q::epsilon},
    {.name = "delta", .text = &Q::delta},
    {.name = "method", .text = &Q::method},
    {.name = "unit", .text = &Q::unit},
    {.name = "limits", .text = &Q::limits},
    {.name = "missing", .text = &Q::missing},
    {.name = "no_missing", .flag = &Q::no_missing},
    {.name = "no_header", .flag = &Q::no_header},
    {.name = "seed", .text = &Q::seed},
    {.name = "threads", .text = &Q::threads},
    {.name = "memory", .text = &Q::memory},
    {.name = "ledger", .text = &Q::ledger},
    {.name = "dataset", .text = &Q::dataset},
    {.name = "ledger_wait", .text = &Q::ledger_wait},
    {.name = "quantiles", .text = &Q::quantiles, .statistic = "quantile"},
    {.name = "bound", .text = &Q::bound, .statistic = "mean"},
    {.name = "precision", .text = &Q::precision, .statistic = "mean"},
    {.name = "mean_within", .text = &Q::mean_within, .statistic = "mean"},
    {.name = "std_min", .text = &Q::std_min, .statistic = "mean"},
    {.name = "std_max", .text = &Q::std_max, .statistic = "mean"},
    {.name = "clip_quantile", .text = &Q::clip_quantile, .statistic = "mean"},
    {.name = "steps", .text = &Q::steps, .statistic = "mean"},
    {.name = "covariance", .text = &Q::covariance, .statistic = "mean"},
    {.name = "norm", .text = &Q::norm, .statistic = "mean"},
    {.name = "variances", .text = &Q::variances, .statistic = "mean"},
    {.name = "variances_from", .text = &Q::variances_from, .statistic = "mean"},
    {.name = "pairs", .text = &Q::pairs, .statistic = "mean"},
    {.name = "binary", .flag = &Q::binary, .statistic = "mean"},
    {.name = "own_units", .flag = &Q::own_units, .statistic = "mean", .also = "variance"},
    {.name = "try_anyway", .flag = &Q::try_anyway, .statistic = "mean", .also = "variance"},
    {.name = "model", .text = &Q::model, .statistic = "mean"},
    {.name = "dishonest", .text = &Q::dishonest, .statistic = "mean"},
};

bool is_given(const Question &question, const QuestionField &field) {
  return field.text != nullptr ? (question.*field.text).has_value() : question.*field.flag;
}

} // namespace

std::span<const QuestionField> question_fields() { return fields; }

bool is_given(const Question &question, std::string_view field) {
  const auto *const known = std::ranges::find(fields, field, &QuestionField::name);
  if (known == std::end(fields)) throw std::logic_error("poise: no field is called " + std::string(field));
  return is_given(question, *known);
}

std::optional<Error> check_statistic_fields(const Question &question, std::string_view statistic) {
  for (const QuestionField &field : fields)
    if (!field.statistic.empty() && field.statistic != statistic && field.also != statistic &&
        is_given(question, field))
      return bad_parameter("`" + std::string(field.name) + "` is not for the statistic " +
                               std::string(statistic),
                           "leave it out: it is for " + std::string(field.statistic) +
                               (field.also.empty() ? "" : " and " + std::string(field.also)));
  return std::nullopt;
}

} // namespace poise::internal
