// Every method of the mean as a forecast sees it: when it answers, and what it does to every column.
#pragma once

#include "poise/forecast/assumed_table.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace poise::internal {

struct MethodModel {
  std::string_view name;
  // Why it would not answer, or not in its own name; from public facts.
  std::optional<std::string> (*refuses)(const Facts &facts, const AssumedTable &table);
  // Asked only where it does not refuse.
  ColumnErrors (*errors)(const Facts &facts, const AssumedTable &table);
  // With fewer rows it refuses; none: to be found by asking. 0: it always does.
  std::size_t (*rows_to_run)(const Facts &facts);
};

// In the order of mean_methods.
std::span<const MethodModel> method_models();

// One file a family.
std::optional<std::string> poise_refuses(const Facts &, const AssumedTable &);
std::optional<std::string> gaussian_refuses(const Facts &, const AssumedTable &);
std::optional<std::string> searching_refuses(const Facts &, const AssumedTable &); // instance-optimal
std::optional<std::string> by_column_refuses(const Facts &, const AssumedTable &);
std::optional<std::string> clipped_refuses(const Facts &, const AssumedTable &);
std::optional<std::string> plan_refuses(const Facts &, const AssumedTable &);
std::optional<std::string> plan_noscale_refuses(const Facts &, const AssumedTable &);
std::optional<std::string> coinpress_refuses(const Facts &, const AssumedTable &);
std::optional<std::string> universal_refuses(const Facts &, const AssumedTable &);
std::optional<std::string> universal_tuned_refuses(const Facts &, const AssumedTable &);
std::optional<std::string> pure_vector_refuses(const Facts &, const AssumedTable &);

ColumnErrors poise_errors(const Facts &, const AssumedTable &);
ColumnErrors gaussian_errors(const Facts &, const AssumedTable &);
ColumnErrors instance_optimal_errors(const Facts &, const AssumedTable &);
ColumnErrors by_column_errors(const Facts &, const AssumedTable &);
ColumnErrors clipped_errors(const Facts &, const AssumedTable &);
ColumnErrors plan_errors(const Facts &, const AssumedTable &);
ColumnErrors plan_noscale_errors(const Facts &, const AssumedTable &);
ColumnErrors coinpress_errors(const Facts &, const AssumedTable &);
ColumnErrors universal_errors(const Facts &, const AssumedTable &);
ColumnErrors universal_tuned_errors(const Facts &, const AssumedTable &);
ColumnErrors pure_vector_errors(const Facts &, const AssumedTable &);

std::size_t rows_for_poise(const Facts &);
std::size_t rows_for_universal(const Facts &);
std::size_t rows_for_universal_tuned(const Facts &);

// What is wrong with a budget of the other kind, in words.
std::optional<std::string> wants_zcdp(const Facts &facts);
std::optional<std::string> wants_pure(const Facts &facts);

// Sorting so many columns needs memory.
std::optional<std::string> too_large_to_sort(const Facts &facts, std::size_t columns);

// As a double; the budget is of that kind.
double rho_of(const Facts &facts);
double epsilon_of(const Facts &facts);

} // namespace poise::internal
