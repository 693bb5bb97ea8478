// Parameters in backticks, in every text of a report.
#include "poise/report/spell_parameters.h"

namespace poise::internal {
namespace {

void respell(std::string &text, SpellParameter spell) {
  text = spell_parameters(std::string_view(text), spell);
}

} // namespace

Summary spell_parameters(Summary summary, SpellParameter spell) {
  for (std::string &warning : summary.warnings) respell(warning, spell);
  respell(summary.because, spell);
  return summary;
}

ForecastAnswer spell_parameters(ForecastAnswer answer, SpellParameter spell) {
  Forecast &forecast = answer.forecast;
  for (MethodForecast &method : forecast.methods) respell(method.why_not, spell);
  respell(forecast.because, spell);
  for (PlainAnswer &plain : forecast.questions) {
    respell(plain.question, spell);
    respell(plain.answer, spell);
  }
  for (std::string &assumption : forecast.assumptions) respell(assumption, spell);
  return answer;
}

} // namespace poise::internal
