// From text to a table: which columns, which rows, and what stops it.
#include "poise/table/csv/read_csv.h"

#include "table/opened.h"

#include <cmath>
#include <gtest/gtest.h>

namespace poise::internal {
namespace read_csv_test {

using Names = std::vector<std::string>;

Result<Table> read(const std::string &text, const Names &wanted = {}) {
  return read_csv(text, ',', "people.csv", {.columns = wanted});
}

std::vector<double> cells(const Table &table) { return opened_cells(table); }

Error refusal(const std::string &text, const Names &wanted = {}) {
  const auto table = read(text, wanted);
  EXPECT_FALSE(table) << text;
  return table ? Error{} : table.error();
}

TEST(ReadCsv, NumbersKeepTheirPlaces) {
  const auto table = read("a,b\n1,2\n3,4\n5,6\n");
  ASSERT_TRUE(table);
  EXPECT_EQ(table->rows(), 3U);
  EXPECT_EQ(table->columns(), (Names{"a", "b"}));
  EXPECT_EQ(cells(*table), (std::vector<double>{1, 2, 3, 4, 5, 6}));
}

TEST(ReadCsv, WithoutAWishEveryNumericColumnIsTaken) {
  const auto table = read("name,age,city,income\nann,30,bonn,1\nbob,40,rome,2\n");
  ASSERT_TRUE(table);
  EXPECT_EQ(table->columns(), (Names{"age", "income"}));
  EXPECT_EQ(cells(*table), (std::vector<double>{30, 1, 40, 2}));
}

// So that whether there is a column at all does not hang on the one person who has something in it.
TEST(ReadCsv, AColumnIsTakenUnlessMoreThanHalfOfAllRowsHoldAWordInIt) {
  EXPECT_EQ(read("a,b\n1,y\n2,x\n,\n")->columns(), (Names{"a"}));
  EXPECT_EQ(read("a,b\n1,y\n2,x\n,\n4,\n")->columns(), (Names{"a", "b"}));
  EXPECT_EQ(read("a,b\n1,1\n2,x\n3,3\n")->columns(), (Names{"a", "b"}));
  EXPECT_EQ(read("a,b\n1,\n2,NA\n")->columns(), (Names{"a", "b"}));
  EXPECT_EQ(read("a,b\n1,\n2,positive\n")->columns(), (Names{"a", "b"}));
}

TEST(ReadCsv, WithAUnitEveryoneHasOneVote) {
  const std::string text = "who,a\nann,x\nann,y\nann,z\nbob,1\ncid,2\n";
  EXPECT_EQ(read_csv(text, ',', "x", {.unit = "who"})->columns(), (Names{"a"}));
  EXPECT_FALSE(read_csv(text, ',', "x", {}));
}

TEST(ReadCsv, AnUnnamedColumnIsTakenOnlyWhenItIsAskedFor) {
  EXPECT_EQ(read("\"\",a\n1,5\n2,6\n")->columns(), Names{"a"});
  EXPECT_EQ(read("Unnamed: 0,a\n1,5\n2,6\n")->columns(), Names{"a"});
  EXPECT_EQ(read(",,a\n1,5,2\n2,6,3\n")->columns(), Names{"a"}); // more than one of them
  EXPECT_EQ(read("Unnamed: 0,a\n1,5\n2,6\n", {"Unnamed: 0"})->columns(), Names{"Unnamed: 0"});
  EXPECT_EQ(read(",a\n1,5\n2,6\n", {""})->columns(), Names{""});
  EXPECT_EQ(read("Unnamed: x,a\n1,5\n")->columns(), (Names{"Unnamed: x", "a"}));
}

// It is somebody's row, more likely than names.
TEST(ReadCsv, AHeaderOfNumbersIsRefusedAndNeverQuoted) {
  for (const char *text : {"34,1.5\n5,6\n", "34,\n5,6\n", "34,NA\n5,6\n", "34,34\n5,6\n", "-3.5e7\n5\n"}) {
    for (const Names &wanted : {Names{}, Names{"age"}}) {
      const Error error = refusal(text, wanted);
      EXPECT_EQ(error.wrong,
                "people.csv begins with a line of numbers, where the names of its columns should be");
      EXPECT_NE(error.remedy.find("`no_header`"), std::string::npos);
    }
  }
  EXPECT_EQ(read("1990,1991\n5,6\n", {"1991"})->columns(), Names{"1991"});
  EXPECT_EQ(read("country,1990,1991\nx,5,6\n")->columns(), (Names{"1990", "1991"}));
}

TEST(ReadCsv, WithoutAHeaderTheFirstLineIsARowAndColumnsAreNumbered) {
  const auto table = read_csv("1,ann,2\n3,bob,4\n", ',', "x", {.no_header = true});
  ASSERT_TRUE(table);
  EXPECT_EQ(table->columns(), (Names{"c0", "c2"}));
  EXPECT_EQ(cells(*table), (std::vector<double>{1, 2, 3, 4}));
  const auto chosen =
      read_csv("1,ann,2\n3,bob,4\n", ',', "x", {.columns = {"c2"}, .unit = "c1", .no_header = true});
  EXPECT_EQ(cells(*chosen), (std::vector<double>{2, 4}));
  EXPECT_EQ(chosen->people(), 2U);
  EXPECT_EQ(read_csv("\n\n1,2\n\n3,4\n", ',', "x", {.no_header = true})->rows(), 2U);
  EXPECT_EQ(read_csv("\n\n1\n", ',', "x", {.no_header = true})->rows(), 3U); // empty lines of one column
  EXPECT_EQ(read_csv("1\n", ',', "x", {.columns = {"a"}, .no_header = true}).error().wrong,
            "x has no column 'a'");
  EXPECT_EQ(read_csv("1,2\n3\n", ',', "x", {.no_header = true}).error().wrong,
            "x: line 2 has 1 cells, the first line has 2");
}

// A part of it may be somebody's row.
TEST(ReadCsv, AHeaderWithANumberInItIsNotQuotedWhereItDoesNotFit) {
  for (const Names &wanted : {Names{}, Names{"age"}}) {
    const Error error = refusal("alice,34,34\nbob,40,1\n", wanted);
    EXPECT_EQ((error.wrong + error.remedy).find("34"), std::string::npos) << error.wrong;
    EXPECT_EQ((error.wrong + error.remedy).find("alice"), std::string::npos) << error.remedy;
  }
  EXPECT_EQ(refusal("alice,34,HIV+\nbob,40,no\n", {"age"}).wrong, "people.csv has no column 'age'");
  EXPECT_EQ(refusal("alice,34,HIV+\nbob,40,no\n", {"age"}).remedy,
            "look at its first line; if that is a row, and not names, add `no_header`");
}

// Only the header line is looked at: a cell with a null byte is a word.
TEST(ReadCsv, ANullByteInACellIsAWord) {
  EXPECT_EQ(read(std::string("a,b\n1,2\n\0,3\n3,4\n", 16))->rows(), 3U);
  EXPECT_EQ(read_csv(std::string_view("\0,3\n3,4\n", 8), ',', "x", {.no_header = true})->rows(), 2U);
}

TEST(ReadCsv, WordsInAWishedColumnAreMissingCellsHoweverMany) {
  const auto table = read("name,age\nann,1\nbob,2\n", {"name"});
  ASSERT_TRUE(table);
  EXPECT_TRUE(std::isnan(cells(*table)[0]) && std::isnan(cells(*table)[1]));
}

TEST(ReadCsv, WishedColumnsComeInTheOrderOfTheWish) {
  const auto table = read("a,b,c\n1,2,3\n4,5,6\n", {"c", "a"});
  ASSERT_TRUE(table);
  EXPECT_EQ(table->columns(), (Names{"c", "a"}));
  EXPECT_EQ(cells(*table), (std::vector<double>{3, 1, 6, 4}));
}

TEST(ReadCsv, GapsAndWordsAmongNumbersAreMissingCells) {
  const auto table = read("a\n1\nNA\noops\n2\n3\n");
  ASSERT_TRUE(table);
  EXPECT_EQ(table->rows(), 5U);
  EXPECT_TRUE(std::isnan(cells(*table)[1]));
  EXPECT_TRUE(std::isnan(cells(*table)[2]));
}

TEST(ReadCsv, AWishedColumnWithNothingInItIsAColumnOfMissingCells) {
  const auto table = read("a,b\n1,\n2,\n", {"b"});
  ASSERT_TRUE(table);
  EXPECT_EQ(table->rows(), 2U);
}

// Otherwise one person could change the public number of rows.
TEST(ReadCsv, AnEmptyLineIsARowInAFileOfOneColumnAndNoRowInOthers) {
  EXPECT_EQ(read("a\n1\n\n3\n")->rows(), 3U);
  EXPECT_EQ(read("a,b\n1,2\n\n3,4\n\n")->rows(), 2U);
}

TEST(ReadCsv, MarksOfEditorsAndSpreadsheetsDoNotMatter) {
  const auto table = read("\xEF\xBB\xBF"
                          "\"a\", b\r\n1,\"2\"\r\n");
  ASSERT_TRUE(table);
  EXPECT_EQ(table->columns(), (Names{"a", "b"}));
  EXPECT_EQ(cells(*table), (std::vector<double>{1, 2}));
}

TEST(ReadCsv, TheUnitSaysWhoseARowIsAndIsNoColumn) {
  const auto table = read_csv("a,who,b\n1,\"ann\",2\n3,bob,4\n5, ann ,6\n7,,8\n9,Ann,0\n0,\"\",1\n", ',', "x",
                              {.unit = "who"});
  ASSERT_TRUE(table);
  EXPECT_EQ(table->columns(), (Names{"a", "b"}));
  EXPECT_EQ(table->people(), 5U);
  EXPECT_EQ(table->rows(), 6U);
  EXPECT_EQ(opened_people(*table), (std::vector<std::uint64_t>{0, 1, 0, 2, 3, 4})); // no id, no two rows
  EXPECT_EQ(cells(*table), (std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 1}));
}

// Ids are compared as they are written: numbers mean nothing here.
TEST(ReadCsv, AUnitOfNumbersIsNoColumnEither) {
  const auto table = read_csv("who,a\n1,5\n1.0,6\nNA,7\n1,8\n", ',', "x", {.unit = "who"});
  ASSERT_TRUE(table);
  EXPECT_EQ(table->columns(), Names{"a"});
  EXPECT_EQ(opened_people(*table), (std::vector<std::uint64_t>{0, 1, 2, 0}));
}

TEST(ReadCsv, WithoutAUnitThereAreNoPeople) {
  const auto table = read("a\n1\n");
  EXPECT_EQ(table->people(), std::nullopt);
  EXPECT_TRUE(opened_people(*table).empty());
}

TEST(ReadCsv, AUnitThatCannotBeIsRefusedWithAReason) {
  const std::string text = "income,who\n1,ann\n";
  const auto refused = [&](const ReadOptions &options) { return read_csv(text, ',', "x", options).error(); };
  EXPECT_EQ(refused({.unit = "hwo"}).wrong, "x has no column 'hwo'");
  EXPECT_EQ(refused({.unit = "hwo"}).remedy, "did you mean 'who'?");
  EXPECT_EQ(refused({.columns = {"income"}, .unit = "income"}),
            (Error{ErrorKind::bad_parameter, "column 'income' is the unit, and asked for as a column too",
                   "leave it out of the columns, or name another unit"}));
  EXPECT_EQ(refused({.unit = "income"}).wrong, "x has no column of numbers");
}

TEST(ReadCsv, UnusableTextIsRefusedWithAReason) {
  const auto says = [](const std::string &text, const std::string &wrong, const Names &wanted = {}) {
    const Error error = refusal(text, wanted);
    EXPECT_NE(error.wrong.find(wrong), std::string::npos) << error.wrong;
    EXPECT_FALSE(error.remedy.empty());
  };
  says("", "is empty");
  says("\xEF\xBB\xBF", "is empty");
  says("a,b\n", "no rows");
  says("a,b", "no rows");
  says("a,b\n\n\n", "no rows");
  says("a,b\n1,2\n3\n", "line 3 has 1 cells, the header has 2");
  says("a,b\n1,2\n3,4,5\n", "line 3 has 3 cells, the header has 2");
  says("a,b,a\n1,2,3\n", "more than one column named 'a'");
  says("a,b\n\"1,2\n", "never closed");
  says("\"a,b\n1,2\n", "never closed");
  says("name\nann\nbob\n", "no column of numbers");
  says("\xFF\xFE"
       "a",
       "UTF-16");
  says(std::string("a\0b", 3), "is not text");
  says("name,age\nann,1\nbob,2\n", "no column 'agee'", {"agee"});
  says("name,age\nann,1\nbob,2\n", "asked for more than once", {"age", "age"});
}

TEST(ReadCsv, AMisspeltColumnMeetsASuggestion) {
  EXPECT_EQ(refusal("\"income, net\",age\n1,2\n", {"income", "net"}).remedy,
            "in a list, a name that has a comma goes in double quotes: '\"income, net\"'");
  EXPECT_EQ(refusal("income,age\n1,2\n", {"incmoe"}).remedy, "did you mean 'income'?");
  EXPECT_EQ(refusal("income,age\n1,2\n", {"zebra"}).remedy, "its columns are: income, age");
}

TEST(ReadCsv, NoMessageQuotesACell) {
  for (const char *text : {"a,b\nsecret,1\nsecret\n", "a\nsecret\n", "a,b\nsecret,\"secret\n"}) {
    const Error error = refusal(text);
    EXPECT_EQ((error.wrong + error.remedy).find("secret"), std::string::npos) << error.wrong;
  }
}

} // namespace read_csv_test
} // namespace poise::internal
