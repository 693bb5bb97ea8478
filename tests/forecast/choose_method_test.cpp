// What a choice promises: a method that answers, that no table of its kind leads astray, and close to the
// best.
#include "poise/forecast/choose_method.h"

#include "forecast/populations.h"
#include "poise/estimate/poise/enough_rows.h"

#include <gtest/gtest.h>

namespace poise::internal {
namespace choose_method_test {

Facts with_rho(std::size_t rows, std::size_t columns, const char *rho) {
  return {.rows = rows, .columns = columns, .budget = Rho::parse(rho).value()};
}
Facts with_epsilon(std::size_t rows, std::size_t columns, const char *epsilon) {
  return {.rows = rows, .columns = columns, .budget = Epsilon::parse(epsilon).value()};
}
std::string chosen(const Facts &facts) { return choose_mean_method(facts).value().method; }

TEST(ChooseMethod, TakesPoiseForZcdpWhateverTheColumns) {
  Facts people = with_rho(10'000, 5, "0.5");
  for (const bool own_units : {false, true})
    for (const bool binary : {false, true})
      for (const bool bounded : {false, true}) {
        people.own_units = own_units;
        people.binary = binary;
        people.bound = bounded ? std::optional<Rational>(1000) : std::nullopt;
        EXPECT_EQ(chosen(people), "poise");
      }
}

TEST(ChooseMethod, GoesByTheColumnsForPureBudgets) {
  Facts people = with_epsilon(10'000, 5, "1");
  people.own_units = true;
  EXPECT_EQ(chosen(people), "universal-tuned");
  EXPECT_EQ(chosen(with_epsilon(100'000, 128, "8")), "pure-vector");
  EXPECT_EQ(chosen(with_epsilon(10'000, 1, "1")), "universal-tuned");
}

TEST(ChooseMethod, TakesPlanForBasketsAndForNothingElse) {
  for (const std::size_t rows : {100, 4000, 1'000'000})
    for (const std::size_t columns : {1, 30, 3000})
      for (const bool own_units : {false, true}) {
        Facts facts = with_rho(rows, columns, "0.5");
        facts.sparse = true;
        facts.own_units = own_units;
        EXPECT_NE(chosen(facts), "plan");
        facts.binary = true;
        if (rows >= 4000) {
          EXPECT_EQ(chosen(facts), "plan") << rows << " x " << columns;
        }
        facts.by_person = true; // the mean of a person's rows is neither 0 nor 1
        EXPECT_NE(chosen(facts), "plan");
      }
}

TEST(ChooseMethod, RefusesWherePoiseWouldAndSaysHowManyRowsItTakes) {
  Facts facts = with_rho(60, 20, "0.5");
  facts.own_units = true;
  const auto refused = choose_mean_method(facts);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().wrong.find(std::to_string(poise_rows_needed(20, 0.5, true))), std::string::npos);
  facts.bound = Rational(100);
  EXPECT_EQ(chosen(facts), "poise");
}

// Every method is asked; the tables are small. With rho poise refuses where others would gamble.
TEST(ChooseMethod, AnswersWheneverAnyMethodDoes) {
  for (const std::size_t rows : {2, 300, 2000})
    for (const std::size_t columns : {1, 5})
      for (const char *budget : {"0.05", "2"})
        for (const bool pure : {false, true})
          for (const bool own_units : {false, true}) {
            Facts facts = pure ? with_epsilon(rows, columns, budget) : with_rho(rows, columns, budget);
            facts.own_units = own_units;
            const MadeUp data = normal_table(rows, 5, std::vector<double>(columns, 1), 3);
            const auto choice = choose_mean_method(facts);
            if (choice) {
              EXPECT_TRUE(run_method(choice->method, data.table, facts, 1)) << choice->method << " " << rows;
              EXPECT_FALSE(choice->because.empty());
              continue;
            }
            if (!pure) {
              EXPECT_FALSE(run_method("poise", data.table, facts, 1));
              continue;
            }
            for (const MeanMethod &method : mean_methods()) {
              if (method.run_pure == nullptr) continue;
              EXPECT_FALSE(run_method(std::string(method.name), data.table, facts, 1))
                  << method.name << " " << rows << " x " << columns << " " << budget;
            }
          }
}

// Medians over 9 seeds, which are fixed, so that nothing fails by chance; the whole table is in
// docs/proofs/forecast.md.
void expect_close_to_the_best(const Population &population, Facts facts) {
  facts.own_units = population.own_units;
  const std::vector<Drawn> tables = {drawn(population, facts.rows, facts.columns, 1)};
  const std::string method = chosen(facts);
  const double own = typical_error(method, tables, facts, 9).value();
  const bool pure = std::holds_alternative<Epsilon>(facts.budget);
  for (const std::string other : {"instance-optimal", "plan-noscale", "universal-tuned", "pure-vector"}) {
    const MeanMethod rival = find_mean_method(other).value();
    if (other == method || (pure ? rival.run_pure == nullptr : rival.run == nullptr)) continue;
    const double error = typical_error(other, tables, facts, 9).value_or(own);
    EXPECT_LE(own, 1.5 * error) << population.name << ": " << method << " beside " << other;
  }
}

TEST(ChooseMethod, IsCloseToTheBestForNormalArrays) {
  expect_close_to_the_best(populations[0], with_rho(2000, 8, "0.5"));
}
TEST(ChooseMethod, IsCloseToTheBestForSkewedArrays) {
  expect_close_to_the_best(populations[1], with_rho(3000, 5, "0.5"));
}
TEST(ChooseMethod, IsCloseToTheBestForPureBudgets) {
  expect_close_to_the_best(populations[0], with_epsilon(3000, 5, "4"));
}
TEST(ChooseMethod, IsCloseToTheBestForPeople) {
  expect_close_to_the_best(populations[5], with_rho(4000, 5, "0.5"));
}
TEST(ChooseMethod, IsCloseToTheBestForPeopleAndPureBudgets) {
  expect_close_to_the_best(populations[5], with_epsilon(8000, 5, "1"));
}

TEST(ChooseMethod, IsTheSameEveryTime) {
  const Facts facts = with_rho(3000, 7, "0.3");
  const MethodChoice first = choose_mean_method(facts).value(), second = choose_mean_method(facts).value();
  EXPECT_EQ(first.method, second.method);
  EXPECT_EQ(first.because, second.because);
}

} // namespace choose_method_test
} // namespace poise::internal
