// A table keeps its cells in the type they have, and gives out any rows of them.
#include "poise/table/table.h"

#include "table/opened.h"

#include <gtest/gtest.h>
#include <limits>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>
#include <stdexcept>

namespace poise::internal {
namespace table_test {

using Names = std::vector<std::string>;

template <class T> class TypedTable : public testing::Test {};
using Types = testing::Types<double, float, std::int64_t, std::int32_t, std::int16_t, std::int8_t,
                             std::uint32_t, std::uint16_t, std::uint8_t>;
TYPED_TEST_SUITE(TypedTable, Types);

TYPED_TEST(TypedTable, KeepsTheTypeOfItsCells) {
  using Limits = std::numeric_limits<TypeParam>;
  const std::vector<TypeParam> cells = {Limits::lowest(), Limits::max(), 1, 2, 3, 4};
  const Table table = Table::dense(Names{"a", "b"}, cells).value();
  EXPECT_EQ(table.rows(), 3U);
  const Rows rows = only_chunk(table).rows;
  const auto &view = std::get<DenseRows<TypeParam>>(rows);
  EXPECT_TRUE(view.without_gaps());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    EXPECT_EQ(view.at(i / 2, i % 2), cells[i]);
    EXPECT_EQ(view.without_gaps_at(i), cells[i]);
  }
}

TEST(Table, CopiesShareCellsThatOutliveTheOriginal) {
  const auto copy = [] {
    const Table table = Table::dense({"a"}, {1, 2, 3}).value();
    return Table(table);
  }();
  EXPECT_EQ(opened_cells(copy), (std::vector<double>{1, 2, 3}));
}

TEST(Table, NeedsAColumnARowAndFullRows) {
  EXPECT_EQ(Table::dense({}, {1, 2}).error().wrong, "the table has no columns");
  EXPECT_EQ(Table::dense({"a"}, {}).error().wrong, "the table has no rows");
  EXPECT_NE(Table::dense({"a", "b"}, {1, 2, 3}).error().wrong.find("do not fill rows"), std::string::npos);
}

TEST(Table, EveryPassShowsAllRowsFromTheFirst) {
  const Table table = Table::dense({"a"}, {1, 2, 3}).value();
  for (int pass = 0; pass < 2; ++pass) EXPECT_EQ(opened_cells(table), (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(opened_rows(table, 1, 3), (std::vector<double>{2, 3}));
  EXPECT_EQ(opened_rows(table, 1, 1).size(), 0U);
}

TEST(Table, NamesAndColumnsMustAgree) {
  static const double cells[] = {1, 2};
  EXPECT_THROW(static_cast<void>(Table::of({"a"}, DenseRows<double>(cells, 1, 2), nullptr)),
               std::logic_error);
}

// Steps and picks: any view of any corner of an array is what indexing says.
RC_GTEST_PROP(DenseRows, ShowTheCellsThatStepsAndPicksName, ()) {
  const auto rows = *rc::gen::inRange<std::size_t>(1, 6), columns = *rc::gen::inRange<std::size_t>(1, 6);
  const bool by_column = *rc::gen::arbitrary<bool>();
  const auto shift = *rc::gen::inRange<std::size_t>(0, 8); // misaligned on purpose
  const auto cells =
      *rc::gen::container<std::vector<std::int32_t>>(rows * columns, rc::gen::arbitrary<std::int32_t>());
  std::vector<std::byte> bytes(shift + cells.size() * 4);
  std::memcpy(bytes.data() + shift, cells.data(), cells.size() * 4);
  const auto picks = *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, columns));
  const DenseRows<std::int32_t> view(bytes.data() + shift, rows, columns, by_column ? 4 : 4 * columns,
                                     by_column ? 4 * rows : 4, picks);
  const auto first = *rc::gen::inRange<std::size_t>(0, rows), last = *rc::gen::inRange(first, rows + 1);
  const auto slice = view.slice(first, last);
  RC_ASSERT(slice.rows() == last - first);
  for (std::size_t row = first; row < last; ++row)
    for (std::size_t i = 0; i < view.columns(); ++i) {
      const std::size_t column = picks.empty() ? i : picks[i];
      RC_ASSERT(slice.at(row - first, i) == cells[by_column ? column * rows + row : row * columns + column]);
    }
}

} // namespace table_test
} // namespace poise::internal
