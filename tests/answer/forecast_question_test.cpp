// Forecasts asked for in words: what makes sense, what does not, and that curves go through the answer.
#include "poise/answer/forecast.h"
#include "poise/report/forecast_report.h"

#include <cmath>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace poise::internal {
namespace forecast_question_test {

ForecastQuestion asking() {
  ForecastQuestion question;
  question.rows = "4000";
  question.columns = "16";
  question.rho = "0.5";
  return question;
}

TEST(ForecastQuestion, TheJsonSaysWhatTheForecastSays) {
  const auto answer = forecast(asking());
  ASSERT_TRUE(answer) << answer.error().wrong;
  const auto json = nlohmann::json::parse(to_json(*answer));
  EXPECT_EQ(json["rows"], 4000);
  EXPECT_EQ(json["privacy"]["rho"], 0.5);
  EXPECT_EQ(json["recommended"], answer->forecast.recommended);
  ASSERT_EQ(json["methods"].size(), answer->forecast.methods.size());
  EXPECT_EQ(json["methods"][0]["error"].get<double>(), answer->forecast.methods[0].error);
  EXPECT_EQ(json["questions"].size(), 3U);
}

TEST(ForecastQuestion, TheTextNamesEveryMethodAndTheRecommendedOne) {
  const auto answer = forecast(asking()).value();
  const std::string text = to_text(answer);
  for (const MethodForecast &method : answer.forecast.methods)
    EXPECT_NE(text.find(method.method), std::string::npos) << method.method;
  EXPECT_NE(text.find("Recommended: " + answer.forecast.recommended), std::string::npos) << text;
}

TEST(ForecastQuestion, OneMethodAloneIsPossible) {
  ForecastQuestion question = asking();
  question.method = "plan";
  const auto answer = forecast(question).value();
  ASSERT_EQ(answer.forecast.methods.size(), 1U);
  EXPECT_EQ(answer.forecast.methods[0].method, "plan");
}

TEST(ForecastQuestion, CurvesGoThroughTheAnswer) {
  const auto answer = forecast(asking()).value();
  const auto curves = forecast_curves(answer).value();
  ASSERT_GE(curves.size(), 2U);
  EXPECT_EQ(curves.back().method, "chance alone");
  const auto &best = curves.front();
  const std::size_t middle = best.rows.size() / 2;
  EXPECT_EQ(best.method, answer.forecast.methods[0].method);
  EXPECT_EQ(best.rows[middle], 4000);
  EXPECT_DOUBLE_EQ(best.error_by_rows[middle], answer.forecast.methods[0].error);
  EXPECT_DOUBLE_EQ(best.error_by_budget[middle], answer.forecast.methods[0].error);
  for (std::size_t i = 1; i < best.rows.size(); ++i)
    if (std::isfinite(best.error_by_rows[i - 1])) {
      EXPECT_LE(best.error_by_rows[i], best.error_by_rows[i - 1] * (1 + 1e-9));
    }
}

std::string wrong_with(void (*change)(ForecastQuestion &)) {
  ForecastQuestion question = asking();
  change(question);
  const auto answer = forecast(question);
  return answer ? "nothing" : answer.error().wrong;
}

TEST(ForecastQuestion, WhatMakesNoSenseIsTold) {
  EXPECT_EQ(wrong_with([](auto &q) { q.rows = "0"; }), "`rows` must be a whole number, got \"0\"");
  EXPECT_EQ(wrong_with([](auto &q) { q.statistic = "median"; }), "there is no forecast of 'median'");
  EXPECT_EQ(wrong_with([](auto &q) { q.rho.reset(); }), "no budget given");
  EXPECT_EQ(wrong_with([](auto &q) { q.spread = "1,2"; }), "`spread` has 2 numbers for 16 columns");
  EXPECT_EQ(wrong_with([](auto &q) { q.spread = "-1"; }), "`spread` must be positive numbers, got \"-1\"");
  EXPECT_EQ(wrong_with([](auto &q) { q.ones = "0.5"; }), "`ones` is about tables of zeros and ones");
  EXPECT_EQ(wrong_with([](auto &q) { q.method = "plann"; }), "there is no method 'plann'");
}

} // namespace forecast_question_test
} // namespace poise::internal
