// The table of choices in docs/proofs/forecast.md: what is chosen beside what would have been best.
#include "forecast/populations.h"
#include "poise/forecast/choose_method.h"

#include <cstdio>
#include <cstdlib>
#include <gtest/gtest.h>

namespace poise::internal {
namespace choice_table_test {

void print(const Population &population, const Facts &facts, const std::string &budget, std::size_t trials) {
  std::vector<Drawn> tables;
  for (std::uint64_t i = 0; i < 3; ++i) tables.push_back(drawn(population, facts.rows, facts.columns, i));
  const auto choice = choose_mean_method(facts);
  const std::string chosen = choice ? choice->method : "none";
  std::string list;
  double best = std::numeric_limits<double>::infinity(), own = best;
  for (const char *method : {"instance-optimal", "by-column", "plan-noscale", "universal-tuned", "clipped",
                             "pure-vector", "universal", "plan"}) {
    const MeanMethod found = find_mean_method(method).value();
    const bool pure = std::holds_alternative<Epsilon>(facts.budget);
    if (pure ? found.run_pure == nullptr : found.run == nullptr) continue;
    if (method == std::string("universal") && !pure && !facts.own_units) continue;
    if (method == std::string("by-column") && !facts.own_units) continue;
    if (facts.columns > 32 && std::string_view(method).starts_with("universal")) continue; // takes minutes
    const auto error = typical_error(method, tables, facts, trials);
    char text[64];
    std::snprintf(text, sizeof text, error ? " %s %.3g" : " %s -", method, error.value_or(0));
    list += text;
    if (!error) continue;
    const bool robust = method != std::string("plan") || facts.binary;
    if (robust) best = std::min(best, *error);
    if (method == chosen) own = *error;
  }
  std::printf("| %s | %zu | %zu | %s | %s | %.2f%s | %s |\n", population.name, facts.rows, facts.columns,
              budget.c_str(), chosen.c_str(), own / best, own > 1.5 * best ? " <<<" : "", list.c_str());
  std::fflush(stdout);
}

TEST(ChoiceTable, IsPrintedOnRequest) {
  const char *wish = std::getenv("POISE_CHOICE_TABLE");
  if (wish == nullptr)
    GTEST_SKIP()
        << "set POISE_CHOICE_TABLE=all, or =people and so on, for the table of docs/proofs/forecast.md";
  for (const Population &population : populations)
    for (const std::size_t rows : {1000, 10'000})
      for (const std::size_t columns : {1, 5, 32, 128}) {
        if (wish != std::string("all") && wish != std::string(population.name)) continue;
        if (population.own_units && columns != 5) continue;
        if (columns == 128 && population.name != std::string("normal")) continue; // minutes, and nothing new
        for (const std::string budget : {"0.05", "0.5", "1", "4"}) {
          const bool pure = budget == "1" || budget == "4";
          Facts facts{.rows = rows, .columns = columns, .budget = Rho::parse(budget).value()};
          if (pure) facts.budget = Epsilon::parse(budget).value();
          facts.binary = population.binary;
          facts.own_units = population.own_units;
          print(population, facts, (pure ? "ε " : "ρ ") + budget, columns == 1 ? 201 : 15);
        }
      }
}

} // namespace choice_table_test
} // namespace poise::internal
