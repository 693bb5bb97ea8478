// Cells of text: every text is a number, missing, or a word.
#include "poise/table/cell.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>
#include <string>

namespace poise::internal {
namespace cell_test {

constexpr double infinity = std::numeric_limits<double>::infinity();

double number(std::string_view text) {
  const Cell cell = read_cell(text);
  EXPECT_EQ(cell.kind, CellKind::number) << text;
  return cell.value;
}

TEST(Cell, DecimalsAreReadToTheNearestDouble) {
  EXPECT_EQ(number("0"), 0.0);
  EXPECT_EQ(number("-17"), -17.0);
  EXPECT_EQ(number("+17"), 17.0);
  EXPECT_EQ(number(" 0.1\t"), 0.1);
  EXPECT_EQ(number("1e3"), 1000.0);
  EXPECT_EQ(number("5e-324"), std::numeric_limits<double>::denorm_min());
}

TEST(Cell, NumbersBeyondTheRangeOfADoubleBecomeInfiniteOrZero) {
  EXPECT_EQ(number("1e400"), infinity);
  EXPECT_EQ(number("-1e400"), -infinity);
  EXPECT_EQ(number("1e99999999999999999999999"), infinity);
  EXPECT_EQ(number(std::string(400, '9')), infinity);
  EXPECT_EQ(number(std::string(400, '9') + ".5"), infinity);
  EXPECT_EQ(number(std::string(400, '9') + "e-5"), infinity);
  EXPECT_EQ(number("1e-400"), 0.0);
  EXPECT_EQ(number("1e-99999999999999999999999"), 0.0);
  EXPECT_EQ(number("0." + std::string(400, '0') + "1"), 0.0);
  EXPECT_EQ(number("0." + std::string(400, '0') + "1e5"), 0.0);
  EXPECT_EQ(number("0." + std::string(400, '0') + "1e800"), infinity);
  EXPECT_EQ(number("0e99999"), 0.0);
  EXPECT_EQ(number("inf"), infinity);
  EXPECT_EQ(number("-Infinity"), -infinity);
}

TEST(Cell, GapsAreMissing) {
  for (const char *text : {"", " ", "\t", "NA", "na", "N/A", "NaN", "nan", "-nan", "NULL", "None", "-"}) {
    EXPECT_EQ(read_cell(text).kind, CellKind::missing) << text;
    EXPECT_TRUE(std::isnan(read_cell(text).value)) << text;
  }
}

TEST(Cell, TrueAndFalseAreOneAndZero) {
  for (const char *text : {"true", "True", "TRUE", " true "}) EXPECT_EQ(number(text), 1.0) << text;
  for (const char *text : {"false", "False", "FALSE"}) EXPECT_EQ(number(text), 0.0) << text;
}

TEST(Cell, AnythingElseIsAWordAndCountsAsMissing) {
  for (const char *text :
       {"north", "1,5", "12 kg", "0x10", "1.2.3", "+-1", "--1", "+", "1e", "truth", "yes", "T", "e5", "."}) {
    EXPECT_EQ(read_cell(text).kind, CellKind::word) << text;
    EXPECT_TRUE(std::isnan(read_cell(text).value)) << text;
  }
}

RC_GTEST_PROP(Cell, MeansMissingSaysWhatReadCellSays, ()) {
  const auto pieces = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
      "n", "N", "a", "A", "/", "-", "+", "u", "l", "o", "e", " ", "1", "(", ")", "."));
  std::string text;
  for (const std::string &piece : pieces) text += piece;
  RC_ASSERT(means_missing(text) == (read_cell(text).kind == CellKind::missing));
  for (const char *word :
       {"", " ", "NA", "n/a", "NaN", "-nan", "nan(7)", "+nan", "null", "None", "-", "+", "1", "nab"})
    RC_ASSERT(means_missing(word) == (read_cell(word).kind == CellKind::missing));
}

RC_GTEST_PROP(Cell, EveryTextIsOneOfTheThree, (const std::string &text)) {
  const Cell cell = read_cell(text);
  RC_ASSERT((cell.kind == CellKind::number) == !std::isnan(cell.value));
}

} // namespace cell_test
} // namespace poise::internal
