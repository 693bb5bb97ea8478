// A forecast asked for in words: public facts and guesses in, errors of every method out.
#pragma once

#include "poise/answer/question/question.h"
#include "poise/forecast/forecast.h"

#include <string>

namespace poise::internal {

// What a question says, checked.
Result<ForecastFacts> read_facts(const ForecastQuestion &question);

// Looks at no data and spends nothing.
Result<ForecastAnswer> forecast(const ForecastQuestion &question);

// How errors fall with the number of rows and with the budget, each from a sixteenth to sixteen times what
// was asked: for drawing. Not a number where a method cannot answer.
struct ForecastCurve {
  std::string method;
  std::vector<double> rows = {}, error_by_rows = {};
  std::vector<double> budgets = {}, error_by_budget = {};
};
// The methods asked for, at most six, best first; the last "curve" is what chance does anyway.
Result<std::vector<ForecastCurve>> forecast_curves(const ForecastAnswer &answer);

} // namespace poise::internal
