// The table of docs/proofs/forecast.md: errors measured on the PLAN paper's Gaussian data beside their
// forecast.
#include "forecast/made_up.h"
#include "poise/forecast/forecast.h"

#include <cstdio>
#include <cstdlib>
#include <gtest/gtest.h>

namespace poise::internal {
namespace forecast_table_test {

const MethodForecast &of(const Forecast &forecast, const std::string &method) {
  for (const MethodForecast &one : forecast.methods)
    if (one.method == method) return one;
  throw std::logic_error("no such method");
}

void print(const PaperData &data, const Facts &facts, const std::vector<MadeUp> &tables, const char *budget,
           std::size_t trials) {
  const Forecast forecast = forecast_mean(facts).value();
  for (const char *method : {"poise", "instance-optimal", "plan", "plan-noscale", "clipped", "gaussian",
                             "coinpress", "universal-tuned", "universal", "pure-vector"}) {
    const MethodForecast &told = of(forecast, method);
    if (!told.available && told.rows_to_run == 0) continue;
    if (!facts.bound && (method == std::string("gaussian") || method == std::string("coinpress"))) continue;
    if (facts.bound && !find_mean_method(method).value().takes.contains(MeanOption::bound)) continue;
    const bool column_by_column = std::string_view(method).starts_with("universal");
    if (column_by_column && facts.columns > 16) continue; // minutes, and nothing new
    const auto seen = measured(method, tables, facts, trials);
    const bool hands_over = seen.warning.find(" instead") != std::string::npos;
    std::printf("| %s | %zu | %s | %s | %s | ", data.name.c_str(), data.stds.size(), budget,
                facts.bound ? "yes" : "no", method);
    if (seen.refused || hands_over || !told.available)
      std::printf("%s | %s | |\n",
                  seen.refused ? "refuses"
                  : hands_over ? "hands over"
                               : "answers",
                  told.available ? "AVAILABLE" : told.why_not.c_str());
    else
      std::printf("%.4g (%.4g, %.4g) | %.4g | %.2f |%s%s\n", seen.mean, seen.median, seen.largest, told.error,
                  told.error / seen.mean, std::abs(told.error / seen.mean - 1) > 0.25 ? " <<<" : "",
                  seen.warning.c_str());
    std::fflush(stdout);
  }
}

TEST(ForecastTable, IsPrintedOnRequest) {
  const char *wish = std::getenv("POISE_FORECAST_TABLE");
  if (wish == nullptr)
    GTEST_SKIP()
        << "set POISE_FORECAST_TABLE=all, or =A16 and so on, for the table of docs/proofs/forecast.md";
  const std::size_t trials = 20;
  std::vector<PaperData> all;
  for (const std::size_t d : {16, 64, 256, 1024}) {
    all.push_back(paper_a(d));
    all.push_back(paper_b(d, 1));
    all.push_back(paper_c(d));
  }
  for (const PaperData &data : all) {
    const std::string name = data.name.substr(0, 1) + std::to_string(data.stds.size());
    if (wish != std::string("all") && wish != name) continue;
    std::vector<MadeUp> tables;
    for (std::uint64_t i = 0; i < (data.stds.size() > 64 ? 3 : 5); ++i)
      tables.push_back(normal_table(data.rows, data.mean, data.stds, i));
    for (const char *budget : {"0.125", "0.5", "1"})
      for (const bool with_bound : {false, true})
        print(data, facts_of(data, Rho::parse(budget).value(), with_bound), tables, budget, trials);
    for (const char *budget : {"1", "4"}) {
      Facts facts = facts_of(data, Rho::parse("1").value(), false);
      facts.budget = Epsilon::parse(budget).value();
      print(data, facts, tables, (std::string("ε ") + budget).c_str(), trials);
    }
  }
}

} // namespace forecast_table_test
} // namespace poise::internal
