// A statistic refuses what is not for it, before anything is read or charged.
#include "poise/answer/question/question_fields.h"

#include "poise/answer/answer.h"

#include <gtest/gtest.h>

namespace poise::internal {
namespace question_fields_test {

Question with(const QuestionField &field) {
  Question question{.rho = "1"};
  if (field.text != nullptr)
    question.*field.text = "1";
  else
    question.*field.flag = true;
  return question;
}

Result<Table> not_asked(const ReadOptions &) {
  ADD_FAILURE() << "a row was asked for";
  return bad_input("asked", "never");
}

TEST(QuestionFields, AreGivenWhereTheyWereGiven) {
  for (const QuestionField &field : question_fields()) {
    EXPECT_TRUE(is_given(with(field), field.name)) << field.name;
    EXPECT_EQ(is_given(Question{.rho = "1"}, field.name), field.name == "rho") << field.name;
  }
  EXPECT_THROW((void)is_given({}, "rhoo"), std::logic_error);
}

TEST(QuestionFields, OfAnotherStatisticAreRefused) {
  using Statistic = Result<Summary>(const Question &, const TableSource &, const ProgressListener &);
  const std::pair<const char *, Statistic *> statistics[] = {
      {"mean", mean}, {"variance", variance}, {"iqr", iqr}, {"quantile", quantile}};
  std::size_t refused = 0;
  for (const auto &[name, statistic] : statistics)
    for (const QuestionField &field : question_fields()) {
      if (field.statistic.empty() || field.statistic == name || field.also == name) continue;
      Question question = with(field);
      if (std::string_view(name) == "quantile") question.quantiles = "0.5";
      const auto answer = statistic(question, not_asked, nullptr);
      ASSERT_FALSE(answer) << field.name;
      EXPECT_EQ(answer.error().wrong,
                "`" + std::string(field.name) + "` is not for the statistic " + std::string(name));
      ++refused;
    }
  EXPECT_GT(refused, 40U);
}

TEST(QuestionFields, QuantilesMustBeNamed) {
  const auto answer = quantile({.rho = "1"}, not_asked);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().wrong, "`quantiles` are not given");
}

} // namespace question_fields_test
} // namespace poise::internal
