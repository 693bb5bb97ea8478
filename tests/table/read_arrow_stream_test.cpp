// Tables handed over through Arrow's C interface: the cells and people that were meant, without copies,
// and everything released exactly once.
#include "poise/table/arrow/read_arrow_stream.h"

#include "table/any_choice.h"
#include "table/arrow_c_columns.h"
#include "table/same_table.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace poise::internal {
namespace read_arrow_stream_test {

using Names = std::vector<std::string>;
using Cells = std::vector<double>;
const double none = std::numeric_limits<double>::quiet_NaN();

const Names numeric = {"c", "C", "s", "S", "i",     "I",        "l",        "L",        "f",
                       "g", "b", "e", "n", "d:5,2", "d:9,2,32", "d:9,2,64", "d:9,2,256"};
const Names other_ids = {"tdD", "tsu:UTC", "tDn", "tts", "w:1", "u", "U", "z", "Z", "vu", "vz"};

Type any_type(const std::string &name) {
  if (*rc::gen::inRange(0, 6) == 0)
    return {*rc::gen::element<std::string>("c", "C", "i", "L"), name, {}, *rc::gen::elementOf(other_ids)};
  if (*rc::gen::inRange(0, 4) == 0) return {*rc::gen::elementOf(other_ids), name};
  return {*rc::gen::elementOf(numeric), name};
}

// The double that a cell should become, and the id.
double number_of(const std::string &format, std::optional<int> cell) {
  if (!cell || format == "n") return none;
  return format == "b" ? *cell % 2 : *cell;
}
std::optional<int> id_of(const Type &type, std::optional<int> cell) {
  if (cell && type.format == "b") return *cell % 2;
  return cell;
}

bool is_numeric(const Type &type) {
  return !type.dictionary && std::ranges::find(numeric, type.format) != numeric.end();
}

// A column through a dictionary that holds the numbers up to 5, backwards, behind two others.
ArrowArray column_of(const Type &type, const Small &cells, std::size_t before, const Alive &alive) {
  if (!type.dictionary) return array_of(type.format, cells, before, alive);
  Small turned;
  for (const auto &cell : cells) turned.push_back(cell ? std::optional(5 - *cell) : std::nullopt);
  return array_of(type.format, turned, before, alive,
                  array_of(*type.dictionary, {5, 4, 3, 2, 1, 0}, 2, alive));
}

RC_GTEST_PROP(ReadArrowStream, AnyTypesOffsetsNullsAndBatchesShowTheirCellsAndPeople, ()) {
  const Alive alive = std::make_shared<int>(0);
  const auto count = *rc::gen::inRange<std::size_t>(1, 6);
  Type schema{"+s", "", {}};
  for (std::size_t i = 0; i < count; ++i) schema.children.push_back(any_type("x" + std::to_string(i)));

  std::vector<std::vector<std::optional<int>>> rows; // all of them, as they are meant
  std::vector<ArrowArray> batches;
  std::size_t filled = 0;
  for (int batch = *rc::gen::inRange(0, 5); batch > 0; --batch) {
    const auto length = *rc::gen::inRange<std::size_t>(0, 20), before = *rc::gen::inRange<std::size_t>(0, 10);
    const bool some_missing = *rc::gen::arbitrary<bool>();
    std::vector<bool> there(length, true);
    for (std::size_t row = 0; some_missing && row < length; ++row) there[row] = *rc::gen::inRange(0, 4) > 0;
    std::vector<ArrowArray> columns;
    const std::size_t begin = rows.size();
    rows.resize(begin + length);
    filled += length > 0;
    for (const Type &type : schema.children) {
      Small cells;
      const bool nulls = *rc::gen::arbitrary<bool>();
      for (std::size_t i = 0; i < before + length; ++i) {
        const bool null = nulls && *rc::gen::inRange(0, 3) == 0;
        cells.push_back(null ? std::nullopt : std::optional(*rc::gen::inRange(0, 6)));
        if (i >= before) rows[begin + i - before].push_back(there[i - before] ? cells.back() : std::nullopt);
      }
      columns.push_back(column_of(type, cells, *rc::gen::inRange<std::size_t>(0, 12), alive));
    }
    batches.push_back(batch_of(columns, there, before, alive));
  }

  const auto unit = *rc::gen::inRange<std::size_t>(0, count + 1);
  ReadOptions options;
  if (unit < count) options.unit = schema.children[unit].name;
  std::vector<std::size_t> wanted;
  for (const std::size_t place : any_choice(0, count))
    if (place != unit && is_numeric(schema.children[place])) wanted.push_back(place);
  for (const std::size_t place : wanted) options.columns.push_back(schema.children[place].name);
  if (wanted.empty()) {
    for (std::size_t place = 0; place < count; ++place)
      if (place != unit && is_numeric(schema.children[place])) wanted.push_back(place);
  }
  const bool good =
      !wanted.empty() && !rows.empty() && (unit == count || schema.children[unit].format != "n");

  ArrowArrayStream stream = MadeStream::of(schema, batches, alive);
  {
    const auto table = read_arrow_stream(&stream, options);
    RC_ASSERT(stream.release == nullptr);
    RC_ASSERT(static_cast<bool>(table) == good);
    if (table) {
      Cells expected;
      Small ids;
      for (const auto &row : rows) {
        for (const std::size_t place : wanted)
          expected.push_back(number_of(schema.children[place].format, row[place]));
        if (unit < count) ids.push_back(id_of(schema.children[unit], row[unit]));
      }
      RC_ASSERT(table->rows() == rows.size());
      RC_ASSERT(same_cells(opened_cells(*table), expected));
      RC_ASSERT(opened_people(*table) == numbered(ids));
      RC_ASSERT(table->people().has_value() == (unit < count));
      std::size_t chunks = 0;
      for_each_chunk(*table, [&](const Chunk &) { ++chunks; });
      RC_ASSERT(chunks == filled);
    }
  }
  RC_ASSERT(*alive == 0);
}

ArrowArrayStream stream_of(const Type &type, const std::vector<ArrowArray> &arrays, const Alive &alive,
                           const std::string &failure = "") {
  return MadeStream::of(type, arrays, alive, failure);
}

class ArrowStream : public testing::Test {
protected:
  void TearDown() override { EXPECT_EQ(*alive, 0) << "not everything was released"; }

  Result<Table> read(const Type &type, const std::vector<ArrowArray> &arrays, const ReadOptions &options = {},
                     const std::string &failure = "") {
    ArrowArrayStream stream = stream_of(type, arrays, alive, failure);
    auto table = read_arrow_stream(&stream, options, "df");
    EXPECT_EQ(stream.release, nullptr);
    return table;
  }
  std::string wrong(const Type &type, const std::vector<ArrowArray> &arrays, const ReadOptions &options = {},
                    const std::string &failure = "") {
    const auto table = read(type, arrays, options, failure);
    return table ? "nothing" : table.error().wrong;
  }

  const Alive alive = std::make_shared<int>(0);
};

TEST_F(ArrowStream, NumbersAndBitmapsStayWhereTheyAre) {
  const ArrowArray x = array_of("g", {1, {}, 3}, 5, alive);
  const void *const cells = x.buffers[1], *const present = x.buffers[0];
  const Table table = read({"+s", "", {{"g", "x"}}}, {batch_of({x}, {true, true, true}, 0, alive)}).value();
  const Column column = std::get<ColumnRows>(only_chunk(table).rows).parts[0];
  EXPECT_EQ(std::get<const double *>(column.cells), static_cast<const double *>(cells) + 5);
  EXPECT_EQ(column.present, present);
  EXPECT_EQ(column.first_bit, 5U);
  EXPECT_TRUE(same_cells(opened_cells(table), {1, none, 3}));
}

TEST_F(ArrowStream, BatchesGoOnceWithTheLastCopyOfTheTable) {
  const Type type{"+s", "", {{"i", "x"}, {"u", "id"}}};
  const auto batch = [&](const Small &cells) {
    return batch_of({array_of("i", cells, 0, alive), array_of("u", cells, 0, alive)},
                    std::vector<bool>(cells.size(), true), 0, alive);
  };
  {
    std::optional<Table> first =
        read(type, {batch({1, 2}), batch({}), batch({2, 3})}, {.unit = "id"}).value();
    EXPECT_EQ(*alive, 6); // stream, schema and the empty batch are gone
    const Table second = *first;
    first.reset();
    EXPECT_EQ(*alive, 6);
    EXPECT_EQ(opened_cells(second), (Cells{1, 2, 2, 3}));
    EXPECT_EQ(opened_people(second), (std::vector<std::uint64_t>{0, 1, 1, 2}));
  }
  EXPECT_EQ(*alive, 0);
}

TEST_F(ArrowStream, OneArrayIsOneColumn) {
  const auto named = read({"s", "age"}, {array_of("s", {1, {}}, 3, alive), array_of("s", {7}, 0, alive)});
  EXPECT_EQ(named->columns(), Names{"age"});
  EXPECT_TRUE(same_cells(opened_cells(*named), {1, none, 7}));
  const auto nameless = read({"b"}, {array_of("b", {1, 0}, 3, alive)});
  EXPECT_EQ(nameless->columns(), Names{"c0"});
  EXPECT_EQ(opened_cells(*nameless), (Cells{1, 0}));
}

TEST_F(ArrowStream, ABatchAndItsSchemaWillDo) {
  const Type type{"+s", "", {{"i", "x"}, {"g", "y"}}};
  const auto read_one = [&](const ReadOptions &options) {
    ArrowSchema schema = MadeSchema::of(type, alive);
    ArrowArray array =
        batch_of({array_of("i", {1, 2}, 0, alive), array_of("g", {3, {}}, 1, alive)}, {true, true}, 0, alive);
    auto table = read_arrow_array(&schema, &array, options, "df");
    EXPECT_EQ(schema.release, nullptr);
    EXPECT_EQ(array.release, nullptr);
    return table;
  };
  EXPECT_TRUE(same_cells(opened_cells(read_one({}).value()), {1, 3, 2, none}));
  EXPECT_EQ(opened_cells(read_one({.columns = {"x"}}).value()), (Cells{1, 2}));
  EXPECT_EQ(read_one({.columns = {"z"}}).error().wrong, "df has no column 'z'");
  EXPECT_EQ(read_arrow_array(nullptr, nullptr).error().wrong,
            "the table was read before, and can be read only once");
}

ArrowArray decimals(const std::vector<std::vector<std::uint64_t>> &words, const Alive &alive) {
  Bytes bytes;
  for (const auto &number : words)
    for (const std::uint64_t word : number) append(bytes, word);
  return MadeArray::of({.length = static_cast<std::int64_t>(words.size()), .buffers = {std::nullopt, bytes}},
                       alive);
}

// As reading the decimal text would.
TEST_F(ArrowStream, DecimalsBecomeTheNearestDouble) {
  const std::uint64_t ones = UINT64_MAX;
  EXPECT_EQ(opened_cells(
                read({"d:38,3"}, {decimals({{12345, 0}, {-12345ULL, ones}, {1, 1}, {0, 1ULL << 63}}, alive)})
                    .value()),
            (Cells{12.345, -12.345, 18446744073709551.617, -170141183460469231731687303715884105.728}));
  EXPECT_EQ(opened_cells(read({"d:38,-2"}, {decimals({{7, 0}, {-7ULL, ones}}, alive)}).value()),
            (Cells{700, -700}));
  EXPECT_EQ(opened_cells(read({"d:38,30"}, {decimals({{7, 0}}, alive)}).value()), (Cells{7e-30}));
  EXPECT_EQ(opened_cells(read({"d:76,1,256"}, {decimals({{15, 0, 0, 0},
                                                         {-15ULL, ones, ones, ones},
                                                         {0, 0, 0, 10},
                                                         {0, 0, 0, -10ULL},
                                                         {5, 1ULL << 63, 0, 0}},
                                                        alive)})
                             .value()),
            (Cells{1.5, -1.5, 0x1p192, -0x1p192, 17014118346046923173168730371588410573.3}));
}

TEST_F(ArrowStream, HalfFloatsOfAllKinds) {
  Bytes bytes;
  for (const int bits : {0x0001, 0x03FF, 0x0400, 0x3C00, 0xC000, 0x7BFF, 0x7C00, 0xFC00, 0x7E00, 0x8000})
    append(bytes, static_cast<std::uint16_t>(bits));
  const ArrowArray halves = MadeArray::of({.length = 10, .buffers = {std::nullopt, bytes}}, alive);
  EXPECT_TRUE(same_cells(opened_cells(read({"e"}, {halves}).value()),
                         {0x1p-24, 0x3FFp-24, 0x1p-14, 1, -2, 65504, HUGE_VAL, -HUGE_VAL, none, 0}));
}

TEST_F(ArrowStream, EqualFloatsAreOnePerson) {
  Bytes doubles, halves;
  for (const double cell : {0.0, -0.0, none, -none, 1.0}) append(doubles, cell);
  for (const int bits : {0x0000, 0x8000, 0x7E00, 0xFE01, 0x3C00})
    append(halves, static_cast<std::uint16_t>(bits));
  for (const auto &[format, bytes] : {std::pair("g", doubles), std::pair("e", halves)}) {
    const ArrowArray ids = MadeArray::of({.length = 5, .buffers = {std::nullopt, bytes}}, alive);
    const ArrowArray x = array_of("i", {1, 2, 3, 4, 5}, 0, alive);
    const auto table = read({"+s", "", {{format, "id"}, {"i", "x"}}},
                            {batch_of({ids, x}, std::vector<bool>(5, true), 0, alive)}, {.unit = "id"});
    EXPECT_EQ(opened_people(table.value()), (std::vector<std::uint64_t>{0, 0, 1, 2, 3}));
  }
}

// Naming a column is a promise that it holds numbers: words in it are missing cells.
TEST_F(ArrowStream, TextIsReadCellByCellWhereItIsNamed) {
  for (const char *format : {"u", "U", "vu"}) {
    const Type type{"+s", "", {{format, "word"}, {"i", "x"}}};
    const auto batch = [&] {
      const std::vector<ArrowArray> columns = {array_of(format, {2, {}}, 1, alive),
                                               array_of("i", {1, 2}, 0, alive)};
      return batch_of(columns, {true, true}, 0, alive);
    };
    EXPECT_EQ(read(type, {batch()})->columns(), Names{"x"});
    const auto named = read(type, {batch()}, {.columns = {"word"}});
    ASSERT_TRUE(named) << named.error().wrong;
    EXPECT_TRUE(same_cells(opened_cells(*named), {2, none}));
  }
  // Offsets that point outside are noticed.
  ArrowArray words = array_of("u", {1, 2}, 0, alive);
  const_cast<std::int32_t *>(static_cast<const std::int32_t *>(words.buffers[1]))[1] = -1;
  EXPECT_NE(wrong({"u", "x"}, {words}, {.columns = {"x"}}).find("points outside"), std::string::npos);
}

TEST_F(ArrowStream, CellsThatAreNotAlignedAreCopied) {
  Bytes bytes = {0};
  for (const double cell : {1.5, 2.5}) append(bytes, cell);
  ArrowArray array = MadeArray::of({.length = 2, .buffers = {std::nullopt, bytes}}, alive);
  array.buffers[1] = static_cast<const std::uint8_t *>(array.buffers[1]) + 1;
  EXPECT_EQ(opened_cells(read({"g"}, {array}).value()), (Cells{1.5, 2.5}));
}

TEST_F(ArrowStream, ColumnsThatCannotBeUsedAreRefusedInTheWordsOfTheFileReaders) {
  const Type type{
      "+s",
      "",
      {{"i", "age"}, {"u", "name"}, {"+l", "list"}, {"l", "kind", {}, "u"}, {"n", "nothing"}, {"?", "odd"}}};
  EXPECT_EQ(wrong(type, {}, {.columns = {"agee"}}), "df has no column 'agee'");
  EXPECT_EQ(wrong(type, {}, {.columns = {"kind"}}),
            "df: column 'kind' holds cells of type dictionary, not numbers");
  EXPECT_EQ(wrong(type, {}, {.columns = {"odd"}}),
            "df: column 'odd' holds cells of type unknown, not numbers");
  EXPECT_EQ(wrong(type, {}, {.unit = "list"}),
            "df: column 'list' holds cells of type list, which cannot say whose a row is");
  EXPECT_EQ(wrong(type, {}, {.unit = "nothing"}),
            "df: column 'nothing' holds cells of type null, which cannot say whose a row is");
  EXPECT_EQ(wrong(type, {}, {.columns = {"age"}, .unit = "age"}),
            "column 'age' is the unit, and asked for as a column too");
  EXPECT_EQ(wrong(type, {}), "df has no rows");
  EXPECT_EQ(wrong({"+s"}, {}), "df has no columns");
  EXPECT_EQ(wrong({"u"}, {}), "df has no column of numbers");
  EXPECT_EQ(wrong({"n", "x"}, {}), "df has no rows");
  EXPECT_EQ(wrong({"+s", "", {{"i", "x"}, {"i", "x"}}}, {}), "df has more than one column named 'x'");
}

TEST_F(ArrowStream, WhatTheProducerSaysIsNeverPassedOn) {
  const std::string ours = "df could not be handed over: its own library failed to read it";
  EXPECT_EQ(wrong({"i"}, {array_of("i", {1}, 0, alive)}, {}, "invalid value 'Jane Doe HIV+'"), ours);
  EXPECT_EQ(wrong({"fails"}, {}), ours);
  EXPECT_EQ(wrong({"fails"}, {}, {}, "no schema"), ours);
}

TEST_F(ArrowStream, AStreamIsReadOnce) {
  ArrowArrayStream stream = stream_of({"i"}, {array_of("i", {1}, 0, alive)}, alive);
  EXPECT_TRUE(read_arrow_stream(&stream));
  EXPECT_EQ(read_arrow_stream(&stream).error().wrong, "the table was read before, and can be read only once");
  EXPECT_FALSE(read_arrow_stream(nullptr));
}

TEST_F(ArrowStream, ArraysThatBreakTheRulesAreRefused) {
  const std::string rules = "df does not keep to Arrow's C interface: ";
  const auto spoilt = [&](const char *format, const std::function<void(ArrowArray &)> &spoil,
                          const ReadOptions &options = {}) {
    ArrowArray x = array_of(format, {1, {}}, 1, alive), y = array_of("i", {1, 2}, 1, alive);
    spoil(x);
    return wrong({"+s", "", {{format, "x"}, {"i", "y"}}}, {batch_of({x, y}, {true, true}, 0, alive)},
                 options);
  };
  const ReadOptions unit{.unit = "x"};
  EXPECT_EQ(spoilt("i", [](ArrowArray &) {}), "nothing");
  for (const char *format : {"i", "b", "e", "d:3,1"}) {
    EXPECT_EQ(spoilt(format, [](ArrowArray &x) { x.buffers[1] = nullptr; }),
              rules + "an array lacks a buffer");
    EXPECT_EQ(spoilt(format, [](ArrowArray &x) { x.n_buffers = 1; }), rules + "an array lacks a buffer");
  }
  for (const char *format : {"i", "u", "U", "vu", "w:1", "tdD"})
    EXPECT_EQ(spoilt(
                  format, [](ArrowArray &x) { x.buffers[1] = nullptr; }, unit),
              rules + "an array lacks a buffer");
  EXPECT_EQ(spoilt("i", [](ArrowArray &x) { x.buffers = nullptr; }),
            rules + "an array has no list of its buffers or children");
  EXPECT_EQ(spoilt("i", [](ArrowArray &x) { x.length = -1; }),
            rules + "an array has a length that makes no sense");
  EXPECT_EQ(spoilt("i", [](ArrowArray &x) { x.offset = -1; }),
            rules + "an array has a length that makes no sense");
  EXPECT_EQ(spoilt("i", [](ArrowArray &x) { x.offset = INT64_MAX; }),
            rules + "an array has a length that makes no sense");
  EXPECT_EQ(spoilt("i", [](ArrowArray &x) { x.null_count = -2; }),
            rules + "an array has a count of nulls that makes no sense");
  EXPECT_EQ(spoilt("i", [](ArrowArray &x) { x.length = 1; }), rules + "a column is shorter than its batch");
  EXPECT_EQ(spoilt("i", [](ArrowArray &x) { x.null_count = 1, x.buffers[0] = nullptr; }),
            rules + "an array with nulls does not say which");
  EXPECT_EQ(spoilt(
                "vu", [](ArrowArray &x) { x.buffers[4] = nullptr; }, unit),
            rules + "an array lacks a buffer");
  for (const char *format : {"u", "U", "vu"})
    EXPECT_EQ(
        spoilt(
            format, [](ArrowArray &x) { x.buffers[2] = x.buffers[3 - (x.n_buffers == 3)] = nullptr; }, unit),
        rules + "a column of words points outside of them");

  ArrowArray batch = batch_of({array_of("i", {1}, 0, alive)}, {true}, 0, alive);
  EXPECT_EQ(wrong({"+s", "", {{"i", "x"}, {"i", "y"}}}, {batch}),
            rules + "a batch has fewer columns than its schema");
  batch = batch_of({array_of("i", {1}, 0, alive)}, {true}, 0, alive);
  batch.length = -1;
  EXPECT_EQ(wrong({"+s", "", {{"i", "x"}}}, {batch}), rules + "an array has a length that makes no sense");
  const ArrowArray lost = array_of("c", {7}, 0, alive, array_of("u", {1}, 0, alive)),
                   x = array_of("i", {1}, 0, alive);
  EXPECT_EQ(wrong({"+s", "", {{"c", "id", {}, "u"}, {"i", "x"}}}, {batch_of({lost, x}, {true}, 0, alive)},
                  {.unit = "id"}),
            rules + "a column of words points outside of them");
}

TEST_F(ArrowStream, StructsWithoutFunctionsOrTypesAreRefused) {
  ArrowArrayStream stream = stream_of({"i"}, {}, alive);
  stream.get_next = nullptr;
  EXPECT_EQ(read_arrow_stream(&stream, {}, "df").error().wrong,
            "df does not keep to Arrow's C interface: a stream lacks a function");
  ArrowSchema schema = MadeSchema::of({"i"}, alive);
  schema.format = nullptr;
  ArrowArray array = array_of("i", {1}, 0, alive);
  EXPECT_EQ(read_arrow_array(&schema, &array, {}, "df").error().wrong,
            "df does not keep to Arrow's C interface: a column has no type");
}

} // namespace read_arrow_stream_test
} // namespace poise::internal
