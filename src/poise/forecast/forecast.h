// The error of every method of the mean before anything is spent, from public facts alone.
#pragma once

#include "poise/base/result.h"
#include "poise/forecast/facts.h"
#include "poise/privacy/budget.h"

#include <string>
#include <vector>

namespace poise::internal {

struct MethodForecast {
  std::string method;
  bool available;      // would answer, and not in the name of another method
  std::string why_not; // in plain words, where it would not

  // What privacy does to the mean of the table in a typical run, in the norm asked for: noise, clipping and
  // cutting off, but neither chance in who is in the table nor rare searches that go astray. Infinite where
  // not available.
  double error;
  // The same where every column counts in its own spread: what the choice goes by where units differ.
  double error_in_spreads;
  double noise_std; // of the noise in a column, root mean square over the columns

  std::size_t rows_to_run; // with fewer it refuses, or hands over to another method
  std::size_t rows_needed; // with so many, privacy costs no more than chance does; 0: more than 2^50
};

// One of the questions that those who use plan should ask (PLAN, section 9), with the numbers of these facts.
struct PlainAnswer {
  std::string question, answer;
};

struct Forecast {
  std::vector<MethodForecast> methods; // best first; those that cannot answer at the end
  std::string recommended;             // as choose_mean_method says; empty where no method can answer
  std::string because;                 // or why none can
  double sampling_error; // what chance does to the mean of so many rows anyway, in the same norm
  std::vector<PlainAnswer> questions;
  std::vector<std::string> assumptions; // what had to be guessed
};

// PROMISE  Deterministic, looks at no data, spends nothing. On normal tables with spreads guessed
//          rightly, the error is within 25% of that of the method as the command runs it. More
//          rows or more budget never make it larger. An Error for facts that make no sense.
// WHY      Every step is followed with the shares and constants of estimate/: docs/proofs/forecast.md.
// CHECKED  tests/forecast
Result<Forecast> forecast_mean(const Facts &facts);

// What was asked for, checked; and what there is to say about it.
struct ForecastFacts {
  Facts facts;
  Budget budget;
  std::optional<std::string> method; // only this one
};

struct ForecastAnswer {
  ForecastFacts asked;
  Forecast forecast; // of the method asked for alone, where one was
};

} // namespace poise::internal
