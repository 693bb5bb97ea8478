// Forecasts, asked from Python.
#include "poise/answer/forecast.h"
#include "extension/errors.h"
#include "extension/keywords.h"
#include "extension/questions.h"
#include "poise/report/forecast_report.h"
#include "poise/report/spell_parameters.h"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

namespace poise::internal::python {
namespace {

// As JSON and as text.
std::pair<std::string, std::string> ask(const nb::dict &options) {
  const auto question = read_question<ForecastQuestion>(options);
  const nb::gil_scoped_release released;
  const ForecastAnswer answer =
      spell_parameters(value_or_throw(poise::internal::forecast(question)), as_keyword);
  return {to_json(answer), to_text(answer)};
}

// Method, rows, errors by rows, budgets, errors by budget.
using Numbers = std::vector<double>;
using Curve = std::tuple<std::string, Numbers, Numbers, Numbers, Numbers>;

std::vector<Curve> curves(const nb::dict &options) {
  const auto question = read_question<ForecastQuestion>(options);
  const nb::gil_scoped_release released;
  const ForecastAnswer answer = value_or_throw(poise::internal::forecast(question));
  std::vector<Curve> found;
  for (const ForecastCurve &curve : value_or_throw(forecast_curves(answer)))
    found.emplace_back(curve.method, curve.rows, curve.error_by_rows, curve.budgets, curve.error_by_budget);
  return found;
}

} // namespace

void add_forecast(nb::module_ &module) {
  module.def("forecast", &ask, nb::arg("options"));
  module.def("forecast_curves", &curves, nb::arg("options"));
}

} // namespace poise::internal::python
