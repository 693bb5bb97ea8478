// A matrix in memory: any steps show the cells that NumPy would show, and none is copied without need.
#include "poise/table/memory/memory_matrix.h"

#include "table/any_choice.h"
#include "table/any_number_cells.h"
#include "table/counted_owner.h"
#include "table/same_table.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <stdexcept>

namespace poise::internal {
namespace memory_matrix_test {

using Names = std::vector<std::string>;

// Places start, start + step, … along one side of an array, as a slice of NumPy's takes them.
struct Slice {
  std::size_t start, count;
  std::ptrdiff_t step;

  std::size_t at(std::size_t i) const {
    return start + static_cast<std::size_t>(static_cast<std::ptrdiff_t>(i) * step);
  }
};

Slice any_slice(std::size_t length) {
  const auto step = *rc::gen::inRange<std::ptrdiff_t>(-3, 4);
  const auto start = *rc::gen::inRange<std::size_t>(0, length);
  std::size_t most = 5; // of a cell that stands for all
  if (step > 0) most = (length - 1 - start) / static_cast<std::size_t>(step) + 1;
  if (step < 0) most = start / static_cast<std::size_t>(-step) + 1;
  return {start, *rc::gen::inRange<std::size_t>(1, most + 1), step};
}

RC_GTEST_PROP(MemoryMatrix, EveryViewOfAnArrayShowsItsCellsAndPeople, ()) {
  const std::size_t height = *rc::gen::inRange<std::size_t>(1, 9),
                    width = *rc::gen::inRange<std::size_t>(1, 9);
  const NumberType type = any_number_type();
  const auto numbers = any_numbers(height * width, 5);
  const auto bytes = encoded(type, numbers);
  const Slice down = any_slice(height), along = any_slice(width);
  const auto size = static_cast<std::ptrdiff_t>(size_of(type));
  const std::ptrdiff_t down_step = down.step * static_cast<std::ptrdiff_t>(width) * size;
  MemoryMatrix matrix{type,       bytes.data() + (down.start * width + along.start) * size_of(type),
                      down.count, along.count,
                      down_step,  along.step * size};
  const bool turned = *rc::gen::arbitrary<bool>();
  if (turned) {
    std::swap(matrix.rows, matrix.columns);
    std::swap(matrix.row_step, matrix.column_step);
  }
  const auto number = [&](std::size_t row, std::size_t column) {
    if (turned) std::swap(row, column);
    return numbers[down.at(row) * width + along.at(column)];
  };

  Names names;
  const bool named = *rc::gen::arbitrary<bool>();
  const auto name = [&](std::size_t column) { return (named ? "x" : "c") + std::to_string(column); };
  for (std::size_t column = 0; named && column < matrix.columns; ++column) names.push_back(name(column));
  auto wanted = any_choice(0, matrix.columns);
  ReadOptions options;
  std::optional<std::size_t> unit;
  if (*rc::gen::arbitrary<bool>()) {
    unit = *rc::gen::inRange<std::size_t>(0, matrix.columns);
    std::erase(wanted, *unit);
    options.unit = name(*unit);
  }
  for (const std::size_t column : wanted) options.columns.push_back(name(column));
  if (wanted.empty()) {
    for (std::size_t column = 0; column < matrix.columns; ++column)
      if (column != unit) wanted.push_back(column);
  }

  const auto table = memory_matrix(matrix, names, nullptr, options);
  RC_ASSERT(static_cast<bool>(table) == !wanted.empty());
  if (!table) return;
  Names expected_names;
  std::vector<double> expected;
  std::vector<int> ids;
  for (const std::size_t column : wanted) expected_names.push_back(name(column));
  for (std::size_t row = 0; row < matrix.rows; ++row) {
    for (const std::size_t column : wanted) expected.push_back(number(row, column));
    if (unit) ids.push_back(number(row, *unit));
  }
  RC_ASSERT(table->columns() == expected_names);
  RC_ASSERT(table->rows() == matrix.rows);
  RC_ASSERT(opened_cells(*table) == expected);
  RC_ASSERT(opened_people(*table) == numbered(ids));
  RC_ASSERT(table->people().has_value() == unit.has_value());
  RC_ASSERT(table->keeps_rows());
}

const std::vector<double> six = {1, 2, 3, 4, 5, 6};
MemoryMatrix two_by_three() { return {NumberType::f8, six.data(), 2, 3, 24, 8}; }

TEST(MemoryMatrix, AnArrayWithoutGapsIsUsedAsOne) {
  const Table table = memory_matrix(two_by_three(), {"a", "b", "c"}, nullptr).value();
  const Rows rows = only_chunk(table).rows;
  EXPECT_EQ(std::get<DenseRows<double>>(rows).aligned_cells(), six.data());
}

TEST(MemoryMatrix, NeighboursThatAreWantedNeedNoPicks) {
  const Table one =
      memory_matrix({NumberType::f8, six.data(), 3, 2, 8, 24}, {}, nullptr, {.columns = {"c1"}}).value();
  EXPECT_EQ(std::get<DenseRows<double>>(only_chunk(one).rows).aligned_cells(), six.data() + 3);
  EXPECT_EQ(opened_cells(one), (std::vector<double>{4, 5, 6}));
  const Table two = memory_matrix(two_by_three(), {}, nullptr, {.unit = "c0"}).value();
  EXPECT_EQ(opened_cells(two), (std::vector<double>{2, 3, 5, 6}));
}

// NumPy leaves any step where a side has length one.
TEST(MemoryMatrix, AStepThatIsNeverTakenDoesNotMatter) {
  for (const std::ptrdiff_t step : {-800, -8, 0, 8, 800}) {
    const MemoryMatrix column{NumberType::f8, six.data(), 6, 1, 8, step},
        row{NumberType::f8, six.data(), 1, 6, step, 8};
    for (const MemoryMatrix &matrix : {column, row}) {
      EXPECT_FALSE(copies_cells(matrix));
      const Table table = memory_matrix(matrix, {}, nullptr).value();
      EXPECT_EQ(std::get<DenseRows<double>>(only_chunk(table).rows).aligned_cells(), six.data());
    }
  }
}

TEST(MemoryMatrix, OnlyWhatNoViewCanShowIsCopied) {
  const std::vector<std::uint64_t> large = {1, 2, 3, 4, 5, UINT64_MAX};
  const MemoryMatrix by_columns{NumberType::u8, large.data(), 3, 2, 8, 24},
      by_rows{NumberType::u8, large.data(), 3, 2, 16, 8};
  EXPECT_FALSE(copies_cells(by_columns));
  EXPECT_TRUE(copies_cells(by_rows));
  EXPECT_FALSE(copies_cells({NumberType::u8, large.data(), 1, 6, -8, 8}));
  EXPECT_TRUE(copies_cells({NumberType::f8, six.data() + 3, 2, 3, -24, 8}));
  EXPECT_FALSE(copies_cells({NumberType::f8, six.data() + 2, 2, 3, 24, -8}));
  EXPECT_FALSE(copies_cells({NumberType::f8, six.data(), 2, 3, 0, 0}));
  const Table apart = memory_matrix(by_columns, {}, nullptr).value();
  const auto parts = std::get<ColumnRows>(only_chunk(apart).rows).parts;
  EXPECT_EQ(std::get<const std::uint64_t *>(parts[1].cells), large.data() + 3);
  EXPECT_EQ(opened_cells(apart), (std::vector<double>{1, 4, 2, 5, 3, 0x1p64}));
  EXPECT_EQ(opened_cells(memory_matrix(by_rows, {}, nullptr).value()),
            (std::vector<double>{1, 2, 3, 4, 5, 0x1p64}));
}

TEST(MemoryMatrix, CellsNeedNotBeAligned) {
  for (const NumberType type : {NumberType::f8, NumberType::u8, NumberType::i2}) {
    std::vector<std::byte> bytes = encoded(type, {1, 2, 3, 4});
    bytes.insert(bytes.begin(), std::byte{7});
    const auto size = static_cast<std::ptrdiff_t>(size_of(type));
    const MemoryMatrix matrix{type, bytes.data() + 1, 2, 2, size, 2 * size};
    EXPECT_EQ(copies_cells(matrix), type == NumberType::u8);
    EXPECT_EQ(opened_cells(memory_matrix(matrix, {}, nullptr).value()), (std::vector<double>{1, 3, 2, 4}));
  }
}

TEST(MemoryMatrix, TheOwnerGoesOnceWithTheLastCopyOfTheTable) {
  CountedOwner counted;
  {
    std::optional<Table> first =
        memory_matrix(two_by_three(), {}, counted.owner(), {.columns = {"c2", "c0"}}).value();
    const Table second = *first;
    first.reset();
    EXPECT_EQ(counted.released(), 0);
    EXPECT_EQ(opened_cells(second), (std::vector<double>{3, 1, 6, 4}));
  }
  EXPECT_EQ(counted.released(), 1);
  EXPECT_FALSE(memory_matrix(two_by_three(), {}, counted.owner(), {.columns = {"c3"}}));
  EXPECT_EQ(counted.released(), 2);
}

TEST(MemoryMatrix, EqualNumbersAreOnePerson) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> cells = {0, 1, -0.0, 2, nan, 3, -nan, 4, 7, 5};
  const Table table =
      memory_matrix({NumberType::f8, cells.data(), 5, 2, 16, 8}, {"who", "x"}, nullptr, {.unit = "who"})
          .value();
  EXPECT_EQ(opened_people(table), (std::vector<std::uint64_t>{0, 0, 1, 2, 3}));
  EXPECT_EQ(table.people(), 4U);
}

std::string wrong(const MemoryMatrix &matrix, const Names &names, const ReadOptions &options = {}) {
  const auto table = memory_matrix(matrix, names, nullptr, options);
  return table ? "nothing" : table.error().wrong;
}

TEST(MemoryMatrix, ShapesAndWishesNobodyCanUseAreRefused) {
  const MemoryMatrix matrix = two_by_three();
  const Names names = {"age", "height", "height"};
  EXPECT_EQ(wrong({NumberType::f8, nullptr, 0, 3, 24, 8}, {}), "the table has no rows");
  EXPECT_EQ(wrong({NumberType::f8, nullptr, 2, 0, 0, 8}, {}), "the table has no columns");
  EXPECT_EQ(wrong({NumberType::f8, six.data(), 1, std::size_t{1} << 23, 8, 0}, {}),
            "the table has more than 4194304 columns");
  EXPECT_EQ(wrong(matrix, {}, {.columns = {"c3"}}), "the table has no column 'c3'");
  EXPECT_EQ(wrong(matrix, {}, {.columns = {"c1", "c1"}}), "column 'c1' is asked for more than once");
  EXPECT_EQ(wrong(matrix, {}, {.columns = {"c1"}, .unit = "c1"}),
            "column 'c1' is the unit, and asked for as a column too");
  EXPECT_EQ(wrong(matrix, {}, {.unit = "id"}), "the table has no column 'id'");
  EXPECT_EQ(wrong({NumberType::f8, six.data(), 6, 1, 8, 8}, {}, {.unit = "c0"}),
            "the table has no column besides the unit");
  EXPECT_EQ(wrong(matrix, names), "the table has more than one column named 'height'");
  const auto meant = memory_matrix(matrix, {"age", "height", "mass"}, nullptr, {.columns = {"heigth"}}, "df");
  EXPECT_EQ(meant.error().wrong, "df has no column 'heigth'");
  EXPECT_EQ(meant.error().remedy, "did you mean 'height'?");
  EXPECT_THROW((void)memory_matrix(matrix, {"a"}, nullptr), std::logic_error);
}

} // namespace memory_matrix_test
} // namespace poise::internal
