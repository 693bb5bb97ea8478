// Columns in memory: each of its own type and step, and the same words as for a file when one cannot be used.
#include "poise/table/memory/memory_columns.h"

#include "table/any_choice.h"
#include "table/any_number_cells.h"
#include "table/counted_owner.h"
#include "table/same_table.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <stdexcept>

namespace poise::internal {
namespace memory_columns_test {

using Names = std::vector<std::string>;
const double none = std::numeric_limits<double>::quiet_NaN();

MemoryNumbers numbers_at(NumberType type, const void *cells) {
  return {{type, cells, static_cast<std::ptrdiff_t>(size_of(type))}};
}
MemoryNumbers numbers_of(const std::vector<double> &cells) {
  return numbers_at(NumberType::f8, cells.data());
}

// A column of any type, step and presence, and what it holds.
struct AnyColumn {
  std::vector<std::byte> bytes;
  std::vector<std::uint8_t> bits;
  MemoryNumbers numbers;
  std::vector<double> cells;
};

AnyColumn any_column(std::size_t rows) {
  AnyColumn column;
  const NumberType type = any_number_type();
  const auto apart = *rc::gen::inRange<std::ptrdiff_t>(-2, 4);
  const auto length = static_cast<std::size_t>(std::abs(apart)) * (rows - 1) + 1;
  const auto stored = any_numbers(length, 4);
  column.bytes = encoded(type, stored);
  const std::size_t start = apart < 0 ? length - 1 : 0;
  const auto size = static_cast<std::ptrdiff_t>(size_of(type));
  column.numbers.cells = {type, column.bytes.data() + start * size_of(type), apart * size};
  if (*rc::gen::arbitrary<bool>()) {
    column.numbers.first_bit = *rc::gen::inRange<std::size_t>(0, 20);
    column.bits = *rc::gen::container<std::vector<std::uint8_t>>((column.numbers.first_bit + rows + 7) / 8,
                                                                 rc::gen::arbitrary<std::uint8_t>());
    column.numbers.present = column.bits.data();
  }
  for (std::size_t row = 0; row < rows; ++row) {
    const std::size_t bit = column.numbers.first_bit + row;
    const bool there = column.bits.empty() || (column.bits[bit / 8] >> (bit % 8) & 1) != 0;
    const auto place = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(start) +
                                                static_cast<std::ptrdiff_t>(row) * apart);
    column.cells.push_back(there ? stored[place] : none);
  }
  return column;
}

RC_GTEST_PROP(MemoryColumns, EveryTypeStepAndBitmapShowsItsCellsAndPeople, ()) {
  const auto rows = *rc::gen::inRange<std::size_t>(1, 20), count = *rc::gen::inRange<std::size_t>(1, 6);
  std::vector<AnyColumn> made;
  std::vector<MemoryColumn> columns;
  std::vector<bool> numeric;
  for (std::size_t i = 0; i < count; ++i) {
    made.push_back(any_column(rows));
    numeric.push_back(*rc::gen::inRange(0, 4) > 0);
    columns.push_back({"x" + std::to_string(i), made.back().numbers, numeric.back() ? "" : "datetime64[ns]"});
  }
  const auto unit = *rc::gen::inRange<std::size_t>(0, count + 1);
  std::vector<std::size_t> wanted;
  ReadOptions options;
  if (unit < count) options.unit = columns[unit].name;
  for (const std::size_t place : any_choice(0, count))
    if (place != unit && numeric[place]) wanted.push_back(place);
  for (const std::size_t place : wanted) options.columns.push_back(columns[place].name);
  if (wanted.empty()) {
    for (std::size_t place = 0; place < count; ++place)
      if (place != unit && numeric[place]) wanted.push_back(place);
  }
  const auto table = memory_columns(columns, rows, nullptr, options);
  RC_ASSERT(static_cast<bool>(table) == !wanted.empty());
  if (!table) return;
  std::vector<double> expected;
  std::vector<std::optional<double>> ids;
  for (std::size_t row = 0; row < rows; ++row) {
    for (const std::size_t place : wanted) expected.push_back(made[place].cells[row]);
    if (unit == count) continue;
    const double id = made[unit].cells[row];
    ids.push_back(std::isnan(id) ? std::nullopt : std::optional(id));
  }
  RC_ASSERT(same_cells(opened_cells(*table), expected));
  RC_ASSERT(opened_people(*table) == numbered(ids));
}

TEST(MemoryColumns, ColumnsWithoutGapsStayWhereTheyAre) {
  const std::vector<double> x = {1, 2, 3};
  const std::vector<std::uint64_t> y = {4, 5, UINT64_MAX};
  const std::uint8_t present = 0b1011'0000;
  MemoryNumbers partly = numbers_at(NumberType::u8, y.data());
  partly.present = &present;
  partly.first_bit = 4;
  const Table table = memory_columns({{"x", numbers_of(x)}, {"y", partly}}, 3, nullptr).value();
  const auto parts = std::get<ColumnRows>(only_chunk(table).rows).parts;
  EXPECT_EQ(std::get<const double *>(parts[0].cells), x.data());
  EXPECT_EQ(std::get<const std::uint64_t *>(parts[1].cells), y.data());
  EXPECT_EQ(parts[1].present, &present);
  EXPECT_TRUE(same_cells(opened_cells(table), {1, 4, 2, 5, 3, none}));
}

// A data frame made of a matrix is that matrix.
TEST(MemoryColumns, ColumnsOfOneArrayAreUsedAtItsSteps) {
  const std::vector<float> cells = {1, 2, 3, 4, 5, 6, 7, 8};
  std::vector<MemoryColumn> columns;
  for (std::size_t i = 0; i < 4; ++i)
    columns.push_back(
        {std::string(1, static_cast<char>('a' + i)), MemoryNumbers{{NumberType::f4, cells.data() + i, 16}}});
  const auto shows = [&](const ReadOptions &options, const std::vector<double> &expected) {
    const Table table = memory_columns(columns, 2, nullptr, options).value();
    const Rows rows = only_chunk(table).rows;
    EXPECT_EQ(opened_cells(table), expected);
    return std::get<DenseRows<float>>(rows).aligned_cells();
  };
  EXPECT_EQ(shows({}, {1, 2, 3, 4, 5, 6, 7, 8}), cells.data());
  EXPECT_EQ(shows({.columns = {"a", "c"}}, {1, 3, 5, 7}), nullptr);
  EXPECT_EQ(shows({.columns = {"c"}}, {3, 7}), nullptr);
  EXPECT_EQ(shows({.columns = {"d", "a", "b"}}, {4, 1, 2, 8, 5, 6}), nullptr);
}

TEST(MemoryColumns, AStridedColumnAmongOthersIsCopiedAlone) {
  const std::vector<double> x = {1, 2, 3};
  const std::vector<std::int16_t> y = {4, -4, 5, -5, 6, -6};
  const Table table =
      memory_columns({{"x", numbers_of(x)}, {"y", MemoryNumbers{{NumberType::i2, y.data(), 4}}}}, 3, nullptr)
          .value();
  const auto parts = std::get<ColumnRows>(only_chunk(table).rows).parts;
  EXPECT_EQ(std::get<const double *>(parts[0].cells), x.data());
  EXPECT_NE(std::get<const std::int16_t *>(parts[1].cells), y.data());
  EXPECT_EQ(opened_cells(table), (std::vector<double>{1, 4, 2, 5, 3, 6}));
}

TEST(MemoryColumns, AColumnOfAnythingIsTakenUnlessMostPeopleHaveAWordInIt) {
  const std::vector<double> cells = {none, none, none, 4};
  const std::vector<std::int8_t> who = {1, 1, 1, 2};
  using Kinds = std::vector<CellKind>;
  const auto taken = [&](const Kinds &kinds, const ReadOptions &options) {
    MemoryNumbers numbers = numbers_of(cells);
    numbers.kinds = kinds.data();
    const auto table = memory_columns(
        {{"x", numbers}, {"y", numbers_of(cells)}, {"who", numbers_at(NumberType::i1, who.data())}}, 4,
        nullptr, options);
    return table->columns().front() == "x";
  };
  constexpr auto number = CellKind::number, missing = CellKind::missing, word = CellKind::word;
  const Kinds three = {word, word, word, number}, two = {word, word, missing, number};
  EXPECT_FALSE(taken(three, {}));
  EXPECT_TRUE(taken(two, {}));
  EXPECT_TRUE(taken(three, {.columns = {"x", "y"}}));
  EXPECT_TRUE(taken(three, {.unit = "who"})); // all words are one person's
}

TEST(MemoryColumns, WordsAndCodesSayWhoseARowIs) {
  const std::vector<double> x = {1, 2, 3, 4, 5};
  const std::vector<std::string_view> words = {"b", "", "b", "", "b "};
  const std::vector<std::int8_t> codes = {3, -1, 3, 0, -1};
  const std::uint8_t present = 0b10111;
  const std::vector<MemoryColumn> columns = {{"x", numbers_of(x)},
                                             {"name", MemoryWords{words}},
                                             {"some", MemoryWords{words, &present}},
                                             {"kind", numbers_at(NumberType::i1, codes.data()), "category"}};
  const auto people = [&](const char *unit) {
    const Table table = memory_columns(columns, 5, nullptr, {.unit = unit}).value();
    EXPECT_EQ(table.columns(), Names{"x"});
    return opened_people(table);
  };
  using People = std::vector<std::uint64_t>;
  EXPECT_EQ(people("name"), (People{0, 1, 0, 2, 3})); // nobody without an id is anybody else
  EXPECT_EQ(people("some"), (People{0, 1, 0, 2, 3}));
  EXPECT_EQ(people("kind"), (People{0, 1, 0, 2, 1}));
}

TEST(MemoryColumns, TheOwnerGoesOnceWithTheLastCopyOfTheTable) {
  const std::vector<double> x = {1, 2, 3, 4};
  for (const std::ptrdiff_t step : {8, 16, -8}) { // as it lies, at its steps, and copied
    CountedOwner counted;
    {
      const double *first = step < 0 ? x.data() + 1 : x.data();
      std::optional<Table> table =
          memory_columns({{"x", MemoryNumbers{{NumberType::f8, first, step}}}}, 2, counted.owner()).value();
      const Table copy = *table;
      table.reset();
      EXPECT_EQ(counted.released(), 0);
      EXPECT_EQ(opened_cells(copy)[1], step == 8 ? 2 : step == 16 ? 3 : 1);
    }
    EXPECT_EQ(counted.released(), 1);
  }
}

TEST(MemoryColumns, ShapesAndWishesNobodyCanUseAreRefused) {
  const std::vector<double> x = {1, 2};
  const std::vector<std::string_view> words = {"u", "v"};
  const std::vector<MemoryColumn> columns = {{"x", numbers_of(x)},
                                             {"when", numbers_of(x), "datetime64[ns]"},
                                             {"name", MemoryWords{words}},
                                             {"list", MemoryUnknown{}, "list"},
                                             {"thing"}};
  const auto wrong = [&](const std::vector<MemoryColumn> &given, const ReadOptions &options = {},
                         std::size_t rows = 2) {
    const auto table = memory_columns(given, rows, nullptr, options, "df");
    return table ? "nothing" : table.error().wrong;
  };
  EXPECT_EQ(memory_columns(columns, 2, nullptr)->columns(), Names{"x"});
  EXPECT_EQ(wrong({}), "df has no columns");
  EXPECT_EQ(wrong(columns, {}, 0), "df has no rows");
  EXPECT_EQ(wrong({columns[1], columns[2]}), "df has no column of numbers");
  EXPECT_EQ(wrong({columns[0], columns[0]}), "df has more than one column named 'x'");
  EXPECT_EQ(wrong(columns, {.columns = {"y"}}), "df has no column 'y'");
  EXPECT_EQ(wrong(columns, {.columns = {"when"}}),
            "df: column 'when' holds cells of type datetime64[ns], not numbers");
  EXPECT_EQ(wrong(columns, {.columns = {"x", "name"}}),
            "df: column 'name' holds cells of type text, not numbers");
  EXPECT_EQ(wrong(columns, {.columns = {"thing"}}),
            "df: column 'thing' holds cells of type object, not numbers");
  EXPECT_EQ(wrong(columns, {.unit = "list"}),
            "df: column 'list' holds cells of type list, which cannot say whose a row is");
  EXPECT_EQ(wrong(columns, {.unit = "x"}), "df has no column of numbers");
  EXPECT_EQ(wrong(columns, {.unit = "nobody"}), "df has no column 'nobody'");
  EXPECT_THROW((void)memory_columns(columns, 1, nullptr, {.unit = "name"}), std::logic_error);
}

} // namespace memory_columns_test
} // namespace poise::internal
