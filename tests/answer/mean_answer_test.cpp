// The mean through the front door: which method answers, and in whose name.
#include "poise/answer/answer.h"
#include "poise/estimate/mean/mean_methods.h"

#include <cmath>
#include <gtest/gtest.h>

namespace poise::internal {
namespace mean_answer_test {

Table numbers(std::vector<std::string> names, std::size_t rows) {
  std::vector<double> cells;
  for (std::size_t i = 0; i < rows * names.size(); ++i) cells.push_back(std::sin(static_cast<double>(i)));
  return Table::dense(std::move(names), std::move(cells)).value();
}

Question asking(const char *rho) {
  Question question;
  question.rho = rho;
  question.seed = "3";
  return question;
}

TEST(MeanAnswer, WithoutAMethodItIsPoise) {
  const auto answer = mean(asking("0.5"), from_table(numbers({"age", "income"}, 10000)));
  ASSERT_TRUE(answer) << answer.error().wrong;
  EXPECT_EQ(answer->method, "poise");
  EXPECT_FALSE(answer->chosen);
  ASSERT_TRUE(answer->present && answer->population);
  EXPECT_EQ(answer->present->value.size(), 2U);
}

Question asking_purely() {
  Question question = asking("0.5");
  question.rho = std::nullopt;
  question.epsilon = "1";
  return question;
}

TEST(MeanAnswer, APureBudgetIsForAnotherMethodWhichItNamesAndSaysWhy) {
  const auto answer = mean(asking_purely(), from_table(numbers({"age", "income"}, 20000)));
  ASSERT_TRUE(answer) << answer.error().wrong;
  EXPECT_EQ(answer->method, "poise");
  ASSERT_TRUE(answer->chosen);
  EXPECT_TRUE(find_mean_method(*answer->chosen));
  EXPECT_FALSE(answer->because.empty());
}

TEST(MeanAnswer, LimitsAreOfTheColumnsThatAreNamed) {
  Question question = asking("0.5");
  question.limits = "age=0:0.5";
  const auto answer = mean(question, from_table(numbers({"age", "income"}, 10000))).value();
  EXPECT_GT(answer.value[0], 0.1); // half a sine above zero
  EXPECT_NEAR(answer.value[1], 0, 0.1);
  question.limits = "agee=0:1";
  EXPECT_NE(mean(question, from_table(numbers({"age"}, 1000))).error().remedy.find("age"), std::string::npos);
  for (const char *wrong :
       {"age", "age=", "age=1", "=0:1", "age=1:0", "age=0:x", "age=:", "age=0:1,age=0:2"}) {
    question.limits = wrong;
    const auto refused = mean(question, from_table(numbers({"age"}, 1000)));
    ASSERT_FALSE(refused) << wrong;
    EXPECT_EQ(refused.error().kind, ErrorKind::bad_parameter) << wrong;
  }
}

TEST(MeanAnswer, ABoundIsALimitOfAllColumns) {
  Question question = asking("0.5");
  question.bound = "0.25";
  const auto answer = mean(question, from_table(numbers({"age"}, 20))).value(); // however few rows
  EXPECT_LE(answer.value[0], 0.25);
  EXPECT_GE(answer.value[0], -0.25);
}

TEST(MeanAnswer, PoiseByNameIsTheSame) {
  Question named = asking("0.5");
  named.method = "poise";
  const auto table = numbers({"c0", "c1", "c2"}, 4000);
  EXPECT_EQ(mean(named, from_table(table)).value().value,
            mean(asking("0.5"), from_table(table)).value().value);
}

TEST(MeanAnswer, TheMethodItChoseGivesTheSameNumbersWhenNamed) {
  const auto table = numbers({"age", "income"}, 10000);
  const auto chosen = mean(asking_purely(), from_table(table)).value();
  Question named = asking_purely();
  named.method = *chosen.chosen;
  const auto same = mean(named, from_table(table)).value();
  EXPECT_EQ(same.value, chosen.value);
  EXPECT_EQ(same.method, *chosen.chosen);
  EXPECT_FALSE(same.chosen);
}

TEST(MeanAnswer, PoiseAnswersWhateverTheShapeAndBudget) {
  for (const std::size_t rows : {2U, 5U, 30U, 300U, 3000U})
    for (const std::size_t columns : {1U, 2U, 7U, 40U})
      for (const bool pure : {false, true})
        for (const bool bounded : {false, true})
          for (const bool units : {false, true}) {
            std::vector<std::string> names;
            for (std::size_t j = 0; j < columns; ++j)
              names.push_back(units ? std::string(j + 1, 'x') : "c" + std::to_string(j));
            Question question;
            question.seed = "3";
            (pure ? question.epsilon : question.rho) = "1";
            if (bounded) question.bound = "10";
            const auto answer = mean(question, from_table(numbers(names, rows)));
            const std::string where = std::to_string(rows) + "x" + std::to_string(columns) +
                                      (pure ? " pure" : "") + (bounded ? " bounded" : "") +
                                      (units ? " units" : "");
            if (answer) {
              EXPECT_EQ(answer->value.size(), columns) << where;
            } else { // only where nobody could do better: it says how many rows it takes
              EXPECT_FALSE(bounded && !pure) << where << ": " << answer.error().wrong;
              EXPECT_LE(rows, pure && (columns == 40 || (bounded && columns == 7)) ? 3000U : 300U)
                  << where << ": " << answer.error().wrong;
              EXPECT_NE(answer.error().kind, ErrorKind::failure) << where << ": " << answer.error().wrong;
            }
          }
}

TEST(MeanAnswer, ATableThatIsThereCanBeAskedForOneOfItsColumns) {
  Question question = asking("0.5");
  question.columns = {"income"};
  const auto answer = mean(question, from_table(numbers({"age", "income"}, 1000)));
  ASSERT_TRUE(answer) << answer.error().wrong;
  EXPECT_EQ(answer->columns, std::vector<std::string>{"income"});
}

TEST(MeanAnswer, OptionsOfOneMethodAskForThatMethod) {
  Question question = asking("0.5");
  question.steps = "3";
  const auto answer = mean(question, from_table(numbers({"a"}, 100)));
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().wrong, "`steps` is not for the method poise");
  EXPECT_EQ(answer.error().remedy, "it is for coinpress: choose with `method`, or leave it out");
}

} // namespace mean_answer_test
} // namespace poise::internal
