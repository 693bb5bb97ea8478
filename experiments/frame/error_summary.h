// Many trials' errors in a few numbers.
#pragma once

#include <vector>

namespace poise::internal::experiments {

struct ErrorSummary {
  double trimmed_mean; // without the tenth smallest and the tenth largest, as the papers do
  double mean;         // shows what the trimmed mean hides: rare failures
  double median;
  double sd;
  double rmse = 0;           // root of the mean square
  double rmse_std_error = 0; // of that, by the delta method
};

// Of at least one error.
ErrorSummary summarise(std::vector<double> errors);

} // namespace poise::internal::experiments
