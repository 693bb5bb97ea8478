// Columns that go by number: found by their one name, in the order of the wish.
#include "poise/table/columns/numbered_columns.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace poise::internal {
namespace numbered_columns_test {

using Names = std::vector<std::string>;
const NumberedColumns columns{"c", 0, 11};

TEST(NumberedColumns, AreFoundInTheOrderOfTheWish) {
  EXPECT_EQ(find_numbers("x.npy", columns, {"c11", "c0"}).value(), (std::vector<std::size_t>{11, 0}));
  EXPECT_TRUE(find_numbers("x.npy", columns, {}).value().empty());
}

TEST(NumberedColumns, AreNotFoundUnderOtherNames) {
  for (const char *name : {"c12", "c01", "c", "", "0", "c-1", "c+1", "c1 ", "C1", "c99999999999999999999999"})
    EXPECT_EQ(find_numbers("x.npy", columns, {name}).error().wrong,
              "x.npy has no column '" + std::string(name) + "'");
  EXPECT_EQ(find_numbers("x.npy", columns, {"y"}).error().remedy, "its columns are c0 to c11");
}

TEST(NumberedColumns, AreAskedForOnce) {
  EXPECT_EQ(find_numbers("x.npy", columns, {"c1", "c1"}).error().wrong,
            "column 'c1' is asked for more than once");
}

RC_GTEST_PROP(NumberedColumns, EveryNameLeadsBackToItsNumber, ()) {
  const auto first = *rc::gen::inRange<std::size_t>(0, 3),
             last = first + *rc::gen::inRange<std::size_t>(0, 50);
  const NumberedColumns some{"", first, last};
  const Names names = names_of(some);
  RC_ASSERT(names.size() == last - first + 1);
  const auto numbers = find_numbers("x", some, names).value();
  for (std::size_t i = 0; i < numbers.size(); ++i) RC_ASSERT(numbers[i] == first + i);
}

} // namespace numbered_columns_test
} // namespace poise::internal
