// What the choice of a method may know, and that it knows no more.
#include "poise/answer/public_facts.h"

#include <gtest/gtest.h>

namespace poise::internal {
namespace public_facts_test {

using Names = std::vector<std::string>;

TEST(PublicFacts, NumberedColumnsOfOneStemAreCoordinates) {
  EXPECT_FALSE(own_units(Names{"c0", "c1", "c2"}));
  EXPECT_FALSE(own_units(Names{"pixel17", "pixel3"}));
  EXPECT_FALSE(own_units(Names{"7", "8"}));
  EXPECT_FALSE(own_units(Names{"age"})); // one column has nobody to share with
}

TEST(PublicFacts, NamesOfTheirOwnMeanUnitsOfTheirOwn) {
  EXPECT_TRUE(own_units(Names{"age", "income"}));
  EXPECT_TRUE(own_units(Names{"c0", "c1", "income"}));
  EXPECT_TRUE(own_units(Names{"x", "x1"}));
}

Facts facts_of(const Table &table, const Question &question) {
  return public_facts(table, MeanSettings::read(question).value(), read_budget(question).value(), 1 << 30);
}

TEST(PublicFacts, CellsChangeNothing) {
  Question question;
  question.rho = "0.5";
  const Facts one = facts_of(Table::dense({"a", "b"}, std::vector<double>(200, 0.0)).value(), question);
  const Facts other = facts_of(Table::dense({"a", "b"}, std::vector<double>(200, 1e9)).value(), question);
  EXPECT_EQ(one.rows, 100U);
  EXPECT_EQ(one.rows, other.rows);
  EXPECT_EQ(one.columns, other.columns);
  EXPECT_EQ(one.own_units, other.own_units);
  EXPECT_EQ(one.binary, other.binary);
  EXPECT_TRUE(one.own_units);
}

TEST(PublicFacts, TheOwnersWordOnZerosAndOnesCounts) {
  Question question;
  question.rho = "0.5";
  question.binary = true;
  const Facts facts =
      facts_of(Table::dense({"milk", "bread"}, std::vector<double>(200, 1.0)).value(), question);
  EXPECT_TRUE(facts.binary);
  EXPECT_FALSE(facts.own_units);
}

} // namespace public_facts_test
} // namespace poise::internal
