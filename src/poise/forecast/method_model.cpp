// The list, and what all refuse in the same words.
#include "poise/forecast/method_model.h"

#include "poise/aggregate/exact/sorted_columns.h"

#include <array>

namespace poise::internal {
namespace {

constexpr std::array<MethodModel, 11> models = {{
    {"poise", poise_refuses, poise_errors, rows_for_poise},
    {"gaussian", gaussian_refuses, gaussian_errors, nullptr},
    {"instance-optimal", searching_refuses, instance_optimal_errors, nullptr},
    {"by-column", by_column_refuses, by_column_errors, nullptr},
    {"clipped", clipped_refuses, clipped_errors, nullptr},
    {"plan", plan_refuses, plan_errors, nullptr},
    {"plan-noscale", plan_noscale_refuses, plan_noscale_errors, nullptr},
    {"coinpress", coinpress_refuses, coinpress_errors, nullptr},
    {"universal", universal_refuses, universal_errors, rows_for_universal},
    {"universal-tuned", universal_tuned_refuses, universal_tuned_errors, rows_for_universal_tuned},
    {"pure-vector", pure_vector_refuses, pure_vector_errors, nullptr},
}};

} // namespace

std::span<const MethodModel> method_models() { return models; }

std::optional<std::string> wants_zcdp(const Facts &facts) {
  if (const auto *const rho = std::get_if<Rho>(&facts.budget)) {
    // As check_mean_options has it: nothing is answered for less than 2^-40.
    if (rho->exact() >= ratio(1, power_of_two(40))) return std::nullopt;
    return "rho is too small for any answer";
  }
  return "it needs a budget in zCDP, or epsilon with a delta";
}

std::optional<std::string> wants_pure(const Facts &facts) {
  if (std::holds_alternative<Epsilon>(facts.budget)) return std::nullopt;
  return "it gives pure differential privacy alone: a budget in epsilon without delta";
}

std::optional<std::string> too_large_to_sort(const Facts &facts, std::size_t columns) {
  RunOptions run;
  run.memory = facts.memory;
  if (const auto error = SortedColumns::check_memory(facts.rows, columns, run)) return error->wrong;
  return std::nullopt;
}

double rho_of(const Facts &facts) { return std::get<Rho>(facts.budget).display(); }
double epsilon_of(const Facts &facts) { return std::get<Epsilon>(facts.budget).display(); }

} // namespace poise::internal
