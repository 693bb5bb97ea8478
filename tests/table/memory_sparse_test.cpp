// Sparse rows in memory: the cells that SciPy means, whatever the types and the order of entries.
#include "poise/table/memory/memory_sparse.h"

#include "table/any_choice.h"
#include "table/any_number_cells.h"
#include "table/counted_owner.h"
#include "table/same_table.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace poise::internal {
namespace memory_sparse_test {

using Names = std::vector<std::string>;
using Type = NumberType;

template <class T> MemorySpan span_of(Type type, const std::vector<T> &cells) {
  return {type, cells.data(), cells.size() * sizeof(T) / size_of(type)};
}

RC_GTEST_PROP(MemorySparse, EntriesAddUpInAnyOrderAndOfAnyType, ()) {
  const auto rows = *rc::gen::inRange<std::size_t>(1, 8), width = *rc::gen::inRange<std::size_t>(1, 8);
  const bool ones = *rc::gen::arbitrary<bool>(), in_order = *rc::gen::arbitrary<bool>();
  std::vector<int> starts = {0}, places, values;
  std::vector<double> cells(rows * width);
  for (std::size_t row = 0; row < rows; ++row) {
    auto entries =
        in_order ? any_choice(0, width)
                 : *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, width));
    if (in_order) std::ranges::sort(entries);
    for (const std::size_t place : entries) {
      places.push_back(static_cast<int>(place));
      values.push_back(*rc::gen::inRange(0, 4));
      double &cell = cells[row * width + place];
      cell = ones ? 1 : cell + values.back();
    }
    starts.push_back(static_cast<int>(places.size()));
  }
  places.push_back(77); // room for more, which nobody looks at
  values.push_back(77);
  const auto whole = [] { return *rc::gen::element(Type::i4, Type::i8, Type::u4, Type::u8, Type::i2); };
  const Type start_type = whole(), place_type = whole(), value_type = any_number_type();
  const auto start_bytes = encoded(start_type, starts), place_bytes = encoded(place_type, places),
             value_bytes = encoded(value_type, values);
  MemorySparse matrix{rows, width, span_of(start_type, start_bytes), span_of(place_type, place_bytes)};
  if (!ones) matrix.values = span_of(value_type, value_bytes);

  auto wanted = any_choice(0, width);
  ReadOptions options;
  for (const std::size_t place : wanted) options.columns.push_back("c" + std::to_string(place));
  if (wanted.empty()) {
    for (std::size_t place = 0; place < width; ++place) wanted.push_back(place);
  }
  const Table table = memory_sparse(matrix, {}, nullptr, options).value();
  std::vector<double> expected;
  for (std::size_t row = 0; row < rows; ++row)
    for (const std::size_t place : wanted) expected.push_back(cells[row * width + place]);
  RC_ASSERT(opened_cells(table) == expected);
  RC_ASSERT(table.sparse());
  RC_ASSERT(table.binary() == ones);
  RC_ASSERT(table.columns().size() == wanted.size());
  const Rows shown = only_chunk(table).rows;
  const auto &sparse = std::get<SparseRows>(shown);
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t entry = sparse.starts[row] + 1; entry < sparse.starts[row + 1]; ++entry)
      RC_ASSERT(sparse.places[entry - 1] < sparse.places[entry]);
}

const std::vector<std::int64_t> starts = {0, 2, 2, 3};
const std::vector<std::int32_t> places = {0, 2, 1};
const std::vector<double> values = {1.5, -2, 4};
MemorySparse three_by_three() {
  return {3, 3, span_of(Type::i8, starts), span_of(Type::i4, places), span_of(Type::f8, values)};
}

TEST(MemorySparse, EntriesOfTheRightTypesStayWhereTheyAre) {
  const Table table = memory_sparse(three_by_three(), {"a", "b", "c"}, nullptr).value();
  const Rows rows = only_chunk(table).rows;
  const auto &sparse = std::get<SparseRows>(rows);
  EXPECT_EQ(static_cast<const void *>(sparse.starts.data()), starts.data());
  EXPECT_EQ(static_cast<const void *>(sparse.places.data()), places.data());
  EXPECT_EQ(sparse.values.data(), values.data());
  EXPECT_EQ(opened_cells(table), (std::vector<double>{1.5, 0, -2, 0, 0, 0, 0, 4, 0}));
  EXPECT_EQ(table.columns(), (Names{"a", "b", "c"}));
}

TEST(MemorySparse, MissingValuesStayMissing) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> holes = {nan, 1, 2};
  MemorySparse matrix = three_by_three();
  matrix.values = span_of(Type::f8, holes);
  EXPECT_TRUE(
      same_cells(opened_cells(memory_sparse(matrix, {}, nullptr, {.columns = {"c0"}}).value()), {nan, 0, 0}));
}

TEST(MemorySparse, RowsWithoutEntriesAreRows) {
  const std::vector<std::int32_t> nothing = {0, 0, 0};
  for (const bool ones : {false, true}) {
    MemorySparse matrix{2, 2, span_of(Type::i4, nothing), {Type::i4, nullptr, 0}};
    if (!ones) matrix.values = MemorySpan{Type::f8, nullptr, 0};
    const Table table = memory_sparse(matrix, {}, nullptr).value();
    EXPECT_EQ(opened_cells(table), std::vector<double>(4));
    EXPECT_EQ(table.binary(), ones);
  }
}

TEST(MemorySparse, TheOwnerGoesOnceAndNoLaterThanTheTable) {
  CountedOwner counted;
  {
    std::optional<Table> table = memory_sparse(three_by_three(), {}, counted.owner()).value();
    const Table copy = *table;
    table.reset();
    EXPECT_EQ(counted.released(), 0);
  }
  EXPECT_EQ(counted.released(), 1);
  {
    const Table copied = memory_sparse(three_by_three(), {}, counted.owner(), {.columns = {"c2"}}).value();
    EXPECT_EQ(counted.released(), 2); // nothing of it is needed any more
    EXPECT_EQ(opened_cells(copied), (std::vector<double>{-2, 0, 0}));
  }
  EXPECT_EQ(counted.released(), 2);
}

TEST(MemorySparse, PartsThatDoNotFitTogetherAreRefused) {
  using Places = std::vector<std::int32_t>;
  using Starts = std::vector<std::int64_t>;
  const auto wrong = [](const MemorySparse &matrix, const ReadOptions &options = {}) {
    const auto table = memory_sparse(matrix, {}, nullptr, options, "x");
    return table ? "nothing" : table.error().wrong;
  };
  const MemorySparse good = three_by_three();
  EXPECT_EQ(wrong(good), "nothing");
  for (const Starts &bad : {Starts{1, 2, 2, 3}, Starts{0, 2, 1, 3}, Starts{0, 2, 2, 4}, Starts{0, -1, 2, 3},
                            Starts{0, 2, 2, INT64_MAX}}) {
    MemorySparse matrix = good;
    matrix.starts = span_of(Type::i8, bad);
    EXPECT_EQ(wrong(matrix), "x has starts of rows that do not rise from 0 to the number of entries");
  }
  for (const Places &bad : {Places{0, 3, 1}, Places{0, -1, 1}, Places{0, 2, INT32_MAX}}) {
    MemorySparse matrix = good;
    matrix.places = span_of(Type::i4, bad);
    EXPECT_EQ(wrong(matrix), "x holds an entry outside of the matrix");
  }
  MemorySparse matrix = good;
  matrix.starts.count = 3;
  EXPECT_EQ(wrong(matrix), "x has 3 starts of rows for 3 rows");
  matrix = good;
  matrix.values->count = 2;
  EXPECT_EQ(wrong(matrix), "x has fewer values than entries");
  matrix = good;
  matrix.places.type = Type::f4;
  EXPECT_EQ(wrong(matrix), "x has starts of rows or places of columns that are not whole numbers");
  matrix = good;
  matrix.rows = 0;
  EXPECT_EQ(wrong(matrix), "x has no rows");
  matrix = good;
  matrix.columns = 0;
  EXPECT_EQ(wrong(matrix), "x has no columns");
  EXPECT_EQ(wrong(good, {.columns = {"c3"}}), "x has no column 'c3'");
  EXPECT_NE(wrong(good, {.unit = "c0"}).find("each of its rows is one person"), std::string::npos);
}

} // namespace memory_sparse_test
} // namespace poise::internal
