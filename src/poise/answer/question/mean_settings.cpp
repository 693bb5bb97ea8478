// Text into exact numbers, and which of them go together.
#include "poise/answer/question/mean_settings.h"

#include "poise/answer/question/public_variances.h"
#include "poise/answer/question/question_fields.h"
#include "poise/answer/question/whole_number.h"
#include "poise/base/nearest_double.h"
#include "poise/estimate/mean/mean_grids.h"
#include "poise/estimate/mean/mean_methods.h"
#include "poise/privacy/exact_text.h"
#include "poise/table/cell.h"

#include <algorithm>

namespace poise::internal {
namespace {

using Text = std::optional<std::string>;

Result<std::optional<Rational>> positive(const char *name, const Text &text) {
  if (!text) return std::optional<Rational>();
  const auto value = read_exact(*text);
  if (!value || *value <= 0)
    return bad_parameter(std::string(name) + " must be a positive number, got " + quote(*text),
                         "write digits with an optional decimal point and exponent, such as 0.5 or 1e6");
  return value;
}

Result<std::optional<GaussianModel>> read_model(const Question &question) {
  const auto within = positive("`mean_within`", question.mean_within);
  if (!within) return within.error();
  const auto least = positive("`std_min`", question.std_min);
  if (!least) return least.error();
  const auto largest = positive("`std_max`", question.std_max);
  if (!largest) return largest.error();
  if (!*within && !*least && !*largest) return std::optional<GaussianModel>();
  if (!*within || !*least || !*largest)
    return bad_parameter("`mean_within`, `std_min` and `std_max` go together",
                         "give all three, or `bound` alone");
  if (question.bound || question.precision)
    return bad_parameter("`mean_within` says where cells may be, and so does `bound`",
                         "give `mean_within`, `std_min` and `std_max`, or `bound` and `precision`");
  if (**largest < **least)
    return bad_parameter("`std_max` is less than `std_min`", "give them the other way round");
  return std::optional<GaussianModel>(GaussianModel{**within, **least, **largest});
}

Result<Covariance> read_covariance(const Text &text) {
  if (!text || *text == "identity") return Covariance::identity;
  if (*text == "estimated") return Covariance::estimated;
  return bad_parameter(
      "`covariance` must be identity or estimated, got " + quote(*text),
      "identity: every direction varies with standard deviation 1; estimated: half the budget finds out");
}

Result<Rational> read_norm(const Text &text) {
  if (!text) return Rational(2);
  const auto norm = read_exact(*text);
  if (!norm || *norm < 1 || *norm > 1000)
    return bad_parameter("`norm` must be a number between 1 and 1000, got " + quote(*text),
                         "choose 1 for the sum of all errors, 2 for the usual distance");
  return *norm;
}

} // namespace

std::optional<Error> check_method_options(const Question &question, const MeanMethod &method) {
  const std::pair<const char *, MeanOption> all[] = {{"bound", MeanOption::bound},
                                                     {"clip_quantile", MeanOption::clip_quantile},
                                                     {"norm", MeanOption::norm},
                                                     {"variances", MeanOption::variances},
                                                     {"variances_from", MeanOption::variances},
                                                     {"pairs", MeanOption::pairs},
                                                     {"binary", MeanOption::binary},
                                                     {"own_units", MeanOption::own_units},
                                                     {"no_missing", MeanOption::no_missing},
                                                     {"try_anyway", MeanOption::try_anyway},
                                                     {"steps", MeanOption::steps},
                                                     {"covariance", MeanOption::covariance},
                                                     {"mean_within", MeanOption::mean_within}};
  for (const auto &[field, option] : all) {
    if (!is_given(question, field) || method.takes.contains(option)) continue;
    const std::string wrong =
        "`" + std::string(field) + "`" + " is not for the method " + std::string(method.name);
    const bool finds_range = !method.takes.contains(MeanOption::bound);
    if (finds_range && (option == MeanOption::bound || option == MeanOption::mean_within))
      return bad_parameter(wrong + ", which finds its range by itself",
                           "leave it out, or choose another `method`");
    return bad_parameter(wrong, "it is for " + takers_of(option) + ": choose with `method`, or leave it out");
  }
  if (question.missing == "skip" && !method.takes.contains(MeanOption::missing))
    return bad_parameter("a missing cell counts as 0 for the method " + std::string(method.name),
                         "choose the method poise, or give `missing=zero`");
  return std::nullopt;
}

Result<MeanSettings> MeanSettings::read(const Question &question) {
  MeanSettings settings;
  if (question.bound) {
    const auto grid = Grid::within(std::string_view(*question.bound)); // knows what to say
    if (!grid) return grid.error();
    settings.bound_ = read_exact(*question.bound);
  }
  const auto precision = positive("`precision`", question.precision);
  if (!precision) return precision.error();
  if (*precision && !question.bound)
    return bad_parameter("`precision` needs `bound`", "say where cells are cut off, such as `bound=1000`");
  settings.precision_ = *precision;

  const auto model = read_model(question);
  if (!model) return model.error();
  settings.options_.model = *model;
  const auto quantile = positive("`clip_quantile`", question.clip_quantile);
  if (!quantile) return quantile.error();
  if (*quantile && **quantile > 1)
    return bad_parameter("`clip_quantile` must be at most 1, got " + quote(*question.clip_quantile),
                         "give the share of rows that should stay as they are, such as 0.95");
  settings.options_.clip_quantile = *quantile;
  if (question.steps) {
    const auto steps = whole_number("`steps`", *question.steps, 1, 20);
    if (!steps) return steps.error();
    settings.options_.steps = static_cast<unsigned>(*steps);
  }
  const auto norm = read_norm(question.norm);
  if (!norm) return norm.error();
  settings.options_.norm = *norm;
  auto variances = read_variances(question.variances, question.variances_from);
  if (!variances) return variances.error();
  settings.options_.variances = std::move(*variances);
  if (question.pairs) {
    const auto pairs = whole_number("`pairs`", *question.pairs, 1, 256);
    if (!pairs) return pairs.error();
    if (settings.options_.variances)
      return bad_parameter("`pairs` is about estimating variances, and they are given",
                           "leave out one of them");
    settings.options_.pairs_in_a_group = *pairs;
  }
  settings.options_.binary = question.binary;
  if (question.binary && (question.bound || question.precision || *model))
    return bad_parameter("`binary` says that cells are 0 or 1, and so where they are cut off",
                         "leave out `bound`, `precision` and `mean_within`");
  if (question.binary && question.pairs)
    return bad_parameter("`pairs` is not for `binary`, whose variances come from counts",
                         "leave out one of them");
  const auto covariance = read_covariance(question.covariance);
  if (!covariance) return covariance.error();
  settings.options_.covariance = *covariance;
  return settings;
}

Result<Grid> MeanSettings::grid(std::size_t people, std::size_t columns) const {
  constexpr int grid_bits = 30; // how fine a grid is within a bound
  if (options_.model) return gaussian_grid(*options_.model, people, columns);
  if (!bound_) return Grid::generous(columns);
  return precision_ ? rounding_grid(*bound_, *precision_, columns) : Grid::within(*bound_, grid_bits);
}

} // namespace poise::internal
