// Every method, its error, and the rows it takes; then the words around them.
#include "poise/forecast/forecast.h"

#include "poise/forecast/choose_method.h"
#include "poise/forecast/expected_norm.h"
#include "poise/forecast/method_model.h"
#include "poise/forecast/plan_questions.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace poise::internal {
namespace {

constexpr std::size_t most_rows = std::size_t{1} << 50;

// The same question about another number of rows.
struct Asked {
  Facts facts;
  AssumedTable table;

  Asked at(std::size_t rows) const {
    Asked other = *this;
    other.facts.rows = rows;
    other.facts.memory =
        std::numeric_limits<std::uint64_t>::max(); // how many rows it takes, not how to hold them
    other.table.rows = static_cast<double>(rows);
    return other;
  }
};

double sampling_error(const AssumedTable &table) {
  std::vector<double> sizes;
  for (const ColumnGroup &group : table.groups) sizes.push_back(group.spread / std::sqrt(table.rows));
  return expected_norm(table.groups, sizes, table.norm);
}

// The least number of rows, `from` at least, for which something holds that goes on holding; 0 if there is
// none.
template <class Holds> std::size_t least_rows(std::size_t from, const Holds &holds) {
  if (holds(from)) return from;
  std::size_t low = from, high = 2 * from;
  while (!holds(high)) {
    if (high >= most_rows) return 0;
    low = high;
    high *= 2;
  }
  while (high - low > 1) {
    const std::size_t middle = low + (high - low) / 2;
    (holds(middle) ? high : low) = middle;
  }
  return high;
}

// With fewer rows it refuses; 0 if it always does.
std::size_t rows_to_run(const MethodModel &model, const Asked &asked) {
  if (model.rows_to_run != nullptr) return model.rows_to_run(asked.facts);
  const auto runs = [&](std::size_t rows) {
    const Asked other = asked.at(rows);
    return !model.refuses(other.facts, other.table);
  };
  return runs(most_rows) ? least_rows(2, runs) : 0;
}

// So that privacy costs no more than chance.
std::size_t rows_needed(const MethodModel &model, const Asked &asked, std::size_t to_run) {
  return least_rows(to_run, [&](std::size_t rows) {
    const Asked other = asked.at(rows);
    const ColumnErrors errors = model.errors(other.facts, other.table);
    return expected_norm(other.table.groups, errors.error, other.table.norm) <= sampling_error(other.table);
  });
}

MethodForecast forecast_of(const MethodModel &model, const Asked &asked) {
  const double infinite = std::numeric_limits<double>::infinity();
  MethodForecast forecast{.method = std::string(model.name),
                          .available = true,
                          .why_not = "",
                          .error = infinite,
                          .error_in_spreads = infinite,
                          .noise_std = infinite,
                          .rows_to_run = 0,
                          .rows_needed = 0};
  if (const auto why = model.refuses(asked.facts, asked.table)) {
    forecast.available = false;
    forecast.why_not = *why;
  } else {
    const ColumnErrors errors = model.errors(asked.facts, asked.table);
    std::vector<double> in_spreads;
    double squares = 0;
    for (std::size_t i = 0; i < errors.error.size(); ++i) {
      const ColumnGroup &group = asked.table.groups[i];
      in_spreads.push_back(errors.error[i] / group.spread);
      squares += group.count * errors.noise[i] * errors.noise[i];
    }
    forecast.error = expected_norm(asked.table.groups, errors.error, asked.table.norm);
    forecast.error_in_spreads = expected_norm(asked.table.groups, in_spreads, asked.table.norm);
    forecast.noise_std = std::sqrt(squares / asked.table.columns);
  }
  forecast.rows_to_run = rows_to_run(model, asked);
  if (forecast.rows_to_run > 0) forecast.rows_needed = rows_needed(model, asked, forecast.rows_to_run);
  return forecast;
}

} // namespace

Result<Forecast> forecast_mean(const Facts &facts) {
  auto table = assumed_table(facts);
  if (!table) return table.error();
  const auto choice = choose_mean_method(facts);
  const Asked asked{facts, *table};
  Forecast forecast{.methods = {},
                    .recommended = choice ? choice->method : "",
                    .because = choice ? choice->because : choice.error().wrong,
                    .sampling_error = sampling_error(*table),
                    .questions = plan_questions(facts, *table),
                    .assumptions = table->guesses};
  for (const MethodModel &model : method_models()) forecast.methods.push_back(forecast_of(model, asked));
  std::ranges::stable_sort(forecast.methods, [](const MethodForecast &a, const MethodForecast &b) {
    return a.available != b.available ? a.available : a.error < b.error;
  });
  return forecast;
}

} // namespace poise::internal
