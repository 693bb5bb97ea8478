// Parquet and Arrow: every type gives the cells that were written, kept or not, and no file is believed
// blindly.
#include "poise/table/arrow/read_arrow.h"
#include "poise/table/arrow/read_parquet.h"
#include "poise/table/read_table.h"

#include "table/arrow_files.h"
#include "table/opened.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>
#include <unistd.h>

namespace poise::internal {
namespace read_arrow_test {

using Names = std::vector<std::string>;
using Cells = std::vector<double>;
const double none = std::numeric_limits<double>::quiet_NaN();

// A format is a writer and its reader.
struct Format {
  std::string name;
  std::function<std::string(const Batches &)> write;
  std::function<Result<Table>(std::shared_ptr<const FileBytes>, const std::string &, const ReadOptions &)>
      read;

  Result<Table> read_bytes(const std::string &bytes, const ReadOptions &options = {}) const {
    return read(std::make_shared<const FileBytes>(bytes), "x", options);
  }
  std::string wrong(const std::string &bytes, const ReadOptions &options = {}) const {
    const auto table = read_bytes(bytes, options);
    return table ? "nothing" : table.error().wrong;
  }
};

void PrintTo(const Format &format, std::ostream *out) { *out << format.name; }

const std::vector<Format> &formats() {
  using Layout = ArrowLayout;
  static const std::vector<Format> all = {
      {"parquet", [](const Batches &b) { return parquet_of(b); }, read_parquet},
      {"parquet_of_small_groups",
       [](const Batches &b) { return parquet_of(b, 2, arrow::Compression::UNCOMPRESSED); }, read_parquet},
      {"arrow", [](const Batches &b) { return arrow_of(b); }, read_arrow},
      {"arrow_stream", [](const Batches &b) { return arrow_of(b, Layout::stream); }, read_arrow},
      {"arrow_compressed",
       [](const Batches &b) { return arrow_of(b, Layout::indexed, arrow::Compression::ZSTD); }, read_arrow},
      {"arrow_stream_compressed",
       [](const Batches &b) { return arrow_of(b, Layout::stream, arrow::Compression::LZ4_FRAME); },
       read_arrow},
  };
  return all;
}

class EveryFormat : public testing::TestWithParam<Format> {};
INSTANTIATE_TEST_SUITE_P(ReadArrow, EveryFormat, testing::ValuesIn(formats()),
                         [](const auto &at) { return at.param.name; });

// NaN is the same as NaN here.
void expect_cells(const Cells &found, const Cells &expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    EXPECT_TRUE(found[i] == expected[i] || (std::isnan(found[i]) && std::isnan(expected[i])))
        << found[i] << " is not " << expected[i] << ", cell " << i;
}

// Without memory, nothing is kept.
const ReadOptions streamed = {.memory = 0};

TEST_P(EveryFormat, EveryTypeOfNumberIsReadAsWritten) {
  const auto batch = batch_of(
      {{"f8", arrow::float64(), "[1.5, -0.25, 1e300]"},
       {"f4", arrow::float32(), "[1.5, -0.25, 3]"},
       {"f2", arrow::float16(), "[1.5, -0.25, 65504]"},
       {"i8", arrow::int64(), "[1, -9223372036854775808, 9223372036854775807]"},
       {"i4", arrow::int32(), "[1, -2147483648, 2147483647]"},
       {"i2", arrow::int16(), "[1, -32768, 32767]"},
       {"i1", arrow::int8(), "[1, -128, 127]"},
       {"u8", arrow::uint64(), "[1, 0, 18446744073709551615]"},
       {"u4", arrow::uint32(), "[1, 0, 4294967295]"},
       {"u2", arrow::uint16(), "[1, 0, 65535]"},
       {"u1", arrow::uint8(), "[1, 0, 255]"},
       {"b", arrow::boolean(), "[true, false, true]"},
       {"d16", arrow::decimal128(38, 2), R"(["12.34", "-0.07", "99999999999999999999.99"])"},
       {"d32", arrow::decimal256(60, 3), R"(["12.345", "-0.007", "1000000000000000000000000000000.000"])"}});
  const Cells expected = {1.5,    1.5,        1.5,   1,       1,          1,      1,
                          1,      1,          1,     1,       1,          12.34,  12.345, //
                          -0.25,  -0.25,      -0.25, -0x1p63, -0x1p31,    -32768, -128,
                          0,      0,          0,     0,       0,          -0.07,  -0.007,
                          1e300,  3,          65504, 0x1p63,  2147483647, 32767,  127,
                          0x1p64, 4294967295, 65535, 255,     1,          1e20,   1e30};
  for (const ReadOptions &options : {ReadOptions{}, streamed}) {
    const auto table = GetParam().read_bytes(GetParam().write({batch}), options);
    ASSERT_TRUE(table) << table.error().wrong;
    EXPECT_EQ(table->rows(), 3U);
    EXPECT_EQ(table->columns(),
              (Names{"f8", "f4", "f2", "i8", "i4", "i2", "i1", "u8", "u4", "u2", "u1", "b", "d16", "d32"}));
    EXPECT_EQ(table->keeps_rows(), options.memory > 0);
    expect_cells(opened_cells(*table), expected);
  }
}

TEST_P(EveryFormat, NullsAreMissing) {
  const auto batch =
      batch_of({{"x", arrow::int32(), "[1, null, 3, null, 5, 6, 7, 8, 9, null]"},
                {"b", arrow::boolean(), "[null, true, null, false, null, true, true, true, true, true]"},
                {"d", arrow::decimal128(5, 1),
                 R"([null, "1.5", "2.5", null, null, "0.0", "0.0", "0.0", "0.0", "0.0"])"},
                {"all", arrow::float64(), "[null, null, null, null, null, null, null, null, null, null]"}});
  const Cells expected = {1,    none, none, none, none, 1,    1.5, none, 3,    none, 2.5, none, none, 0,
                          none, none, 5,    none, none, none, 6,   1,    0,    none, 7,   1,    0,    none,
                          8,    1,    0,    none, 9,    1,    0,   none, none, 1,    0,   none};
  for (const ReadOptions &options : {ReadOptions{}, streamed}) {
    const auto table = GetParam().read_bytes(GetParam().write({batch}), options);
    ASSERT_TRUE(table) << table.error().wrong;
    expect_cells(opened_cells(*table), expected);
  }
}

TEST_P(EveryFormat, SlicesAndSeveralBatchesFollowEachOther) {
  const auto whole = batch_of(
      {{"x", arrow::int16(), "[0, 1, null, 3, 4, 5, null, 7, 8, 9, 10]"},
       {"b", arrow::boolean(), "[false, true, false, null, true, true, false, true, true, true, false]"}});
  const Batches parts = {whole->Slice(1, 3), whole->Slice(4, 0), whole->Slice(4, 6)};
  const Cells expected = {1, 1, none, 0, 3, none, 4, 1, 5, 1, none, 0, 7, 1, 8, 1, 9, 1};
  for (const ReadOptions &options : {ReadOptions{}, streamed}) {
    const auto table = GetParam().read_bytes(GetParam().write(parts), options);
    ASSERT_TRUE(table) << table.error().wrong;
    EXPECT_EQ(table->rows(), 9U);
    expect_cells(opened_cells(*table), expected);
    expect_cells(opened_cells(*table), expected); // and once more
  }
}

const std::vector<ArrowColumn> mixed = {
    {"name", arrow::utf8(), R"(["a", "b"])"},
    {"x", arrow::int64(), "[1, 2]"},
    {"when", arrow::timestamp(arrow::TimeUnit::MICRO), "[1, 2]"},
    {"kind", arrow::dictionary(arrow::int32(), arrow::utf8()), R"(["u", "v"])"},
    {"list", arrow::list(arrow::int64()), "[[1], [2, 3]]"},
    {"pair", arrow::struct_({arrow::field("y", arrow::int64())}), "[[1], [2]]"},
    {"day", arrow::date32(), "[1, 2]"},
    {"z", arrow::float32(), "[0.5, 1.5]"}};

TEST_P(EveryFormat, OnlyColumnsOfNumbersAreTaken) {
  const std::string bytes = GetParam().write({batch_of(mixed)});
  const auto all = GetParam().read_bytes(bytes);
  ASSERT_TRUE(all) << all.error().wrong;
  EXPECT_EQ(all->columns(), (Names{"x", "z"}));
  expect_cells(opened_cells(*all), {1, 0.5, 2, 1.5});
  for (const char *name : {"when", "kind", "list", "pair", "day"})
    EXPECT_NE(GetParam().wrong(bytes, {.columns = {name}}).find(", not numbers"), std::string::npos) << name;
}

// Naming a column is a promise that it holds numbers: words in it are missing cells.
TEST_P(EveryFormat, TextIsReadCellByCellWhereItIsNamed) {
  const std::string cells = R"(["1.5", "word", null, "NA", " -2 ", "true", ""])";
  const auto batch = batch_of({{"word", arrow::utf8(), cells}, {"large", arrow::large_utf8(), cells}});
  const std::string bytes = GetParam().write({batch->Slice(0, 3), batch->Slice(3)});
  for (const char *name : {"word", "large"})
    for (const std::size_t memory : {std::size_t{0}, std::size_t{1} << 20}) {
      const auto table = GetParam().read_bytes(bytes, {.columns = {name}, .memory = memory});
      ASSERT_TRUE(table) << table.error().wrong;
      expect_cells(opened_cells(*table), {1.5, none, none, none, -2, 1, none});
    }
}

TEST_P(EveryFormat, ColumnsComeInTheOrderTheyAreAskedFor) {
  const std::string bytes = GetParam().write({batch_of(mixed)});
  for (const std::size_t memory : {std::size_t{0}, std::size_t{1} << 20}) {
    const auto table = GetParam().read_bytes(bytes, {.columns = {"z", "x"}, .memory = memory});
    ASSERT_TRUE(table) << table.error().wrong;
    EXPECT_EQ(table->columns(), (Names{"z", "x"}));
    expect_cells(opened_cells(*table), {0.5, 1, 1.5, 2});
  }
  EXPECT_EQ(GetParam().wrong(bytes, {.columns = {"y"}}), "x has no column 'y'");
}

TEST_P(EveryFormat, PeopleAreNumberedByExactIds) {
  const std::string words = R"(["b", "", null, "b", "a", null, "", "b "])";
  const std::string numbers = "[7, 0, null, 7, 3, null, 0, 8]";
  // One dictionary for both batches, since a file with an index allows no other.
  const auto batch = batch_of({{"word", arrow::utf8(), words},
                               {"large", arrow::large_utf8(), words},
                               {"number", arrow::int32(), numbers},
                               {"float", arrow::float64(), numbers},
                               {"half", arrow::float16(), numbers},
                               {"when", arrow::timestamp(arrow::TimeUnit::MICRO), numbers},
                               {"kind", arrow::dictionary(arrow::int8(), arrow::utf8()), words},
                               {"x", arrow::int64(), numbers}});
  const Batches batches = {batch->Slice(0, 4), batch->Slice(4)};
  // An empty word is no id, as a null is none; the number 0 is one.
  const std::vector<std::uint64_t> of_words = {0, 1, 2, 0, 3, 4, 5, 6}, of_numbers = {0, 1, 2, 0, 3, 4, 1, 5};
  const std::string bytes = GetParam().write(batches);
  for (const char *unit : {"word", "large", "number", "float", "half", "when", "kind"})
    for (const std::size_t memory : {std::size_t{0}, std::size_t{1} << 20}) {
      const auto table = GetParam().read_bytes(bytes, {.columns = {"x"}, .unit = unit, .memory = memory});
      ASSERT_TRUE(table) << unit << ": " << table.error().wrong;
      const bool words_only = std::string_view("word large kind").find(unit) != std::string_view::npos;
      EXPECT_EQ(table->people(), words_only ? 7U : 6U) << unit;
      EXPECT_EQ(opened_people(*table), words_only ? of_words : of_numbers) << unit;
      expect_cells(opened_cells(*table), {7, 0, none, 7, 3, none, 0, 8});
    }
  EXPECT_EQ(GetParam().read_bytes(bytes, {.unit = "number"})->columns(), (Names{"float", "half", "x"}));
}

TEST_P(EveryFormat, EqualFloatsAreOnePerson) {
  const std::string bytes = GetParam().write({batch_of(
      {{"id", arrow::float64(), "[0.0, -0.0, NaN, -NaN, null]"}, {"x", arrow::int8(), "[1, 2, 3, 4, 5]"}})});
  EXPECT_EQ(opened_people(GetParam().read_bytes(bytes, {.unit = "id"}).value()),
            (std::vector<std::uint64_t>{0, 0, 1, 2, 3}));
}

TEST_P(EveryFormat, NestedColumnsAreNoUnit) {
  const std::string bytes = GetParam().write({batch_of(mixed)});
  for (const char *name : {"list", "pair"})
    EXPECT_NE(GetParam().wrong(bytes, {.unit = name}).find("cannot say whose a row is"), std::string::npos)
        << name;
}

TEST_P(EveryFormat, ShapesNobodyCanUseAreRefused) {
  const Format &format = GetParam();
  EXPECT_EQ(format.wrong(""), "x is empty");
  EXPECT_EQ(format.wrong(format.write({batch_of({{"x", arrow::int64(), "[]"}})})), "x has no rows");
  EXPECT_EQ(format.wrong(format.write({batch_of({{"x", arrow::utf8(), R"(["1"])"}})})),
            "x has no column of numbers");
  EXPECT_EQ(
      format.wrong(format.write({batch_of({{"x", arrow::int64(), "[1]"}, {"x", arrow::int64(), "[1]"}})})),
      "x has more than one column named 'x'");
  for (const char *bytes : {"x,y\n1,2\n", "PAR1", "ARROW1", "PAR1PAR1", "ARROW1\0\0ARROW1", "\x93NUMPY"})
    EXPECT_NE(format.wrong(bytes).find("x is damaged, or is not a"), std::string::npos) << bytes;
}

// Files cut short, and files with any few bytes changed: read or refused, never worse.
TEST_P(EveryFormat, AFileCutAnywhereIsReadOrRefused) {
  const std::string bytes = GetParam().write({batch_of(mixed), batch_of(mixed)});
  const std::size_t step = std::max<std::size_t>(1, bytes.size() / 400);
  for (std::size_t size = 0; size < bytes.size(); size += step) {
    const auto table = GetParam().read_bytes(bytes.substr(0, size), {.unit = "name"});
    // A stream of messages may end after any of them.
    if (table) {
      EXPECT_EQ(opened_cells(*table).size(), table->rows() * 2) << size;
    }
  }
}

// As the estimators do: all chunks, or the error that ends them.
std::optional<std::size_t> rows_passed(const Table &table) {
  const auto pass = table.pass(RawKeyForTests::make());
  for (std::size_t rows = 0;;) {
    auto chunk = pass->next();
    if (!chunk) return std::nullopt;
    if (!*chunk) return rows;
    const Cells cells = std::visit([](const auto &view) { return as_doubles(view); }, (*chunk)->rows);
    if (cells.size() != count_rows((*chunk)->rows) * table.columns().size()) return std::nullopt;
    rows += count_rows((*chunk)->rows);
  }
}

void changed_bytes_are_read_or_refused(const Format &format) {
  static const auto batch = batch_of(mixed);
  std::string bytes = format.write({batch, batch});
  for (int changes = *rc::gen::inRange(1, 5); changes > 0; --changes)
    bytes[*rc::gen::inRange<std::size_t>(0, bytes.size())] = *rc::gen::arbitrary<char>();
  ReadOptions options{.unit = *rc::gen::element<std::string>("name", "kind", "when")};
  options.memory = *rc::gen::element<std::size_t>(0, 1 << 20);
  const auto table = format.read_bytes(bytes, options);
  if (!table) return;
  const auto rows = rows_passed(*table);
  RC_ASSERT(!rows || *rows == table->rows());
  RC_ASSERT(rows || !table->keeps_rows()); // what is kept was decoded before
}

RC_GTEST_PROP(ReadParquet, ChangedBytesAreReadOrRefused, ()) {
  changed_bytes_are_read_or_refused(formats()[0]);
}
RC_GTEST_PROP(ReadArrow, ChangedBytesAreReadOrRefused, ()) {
  changed_bytes_are_read_or_refused(formats()[2]);
}
RC_GTEST_PROP(ReadArrowStream, ChangedBytesAreReadOrRefused, ()) {
  changed_bytes_are_read_or_refused(formats()[3]);
}

std::string numbers_up_to(int rows) {
  std::string json = "[";
  for (int i = 0; i < rows; ++i) json += (i ? ", " : "") + (i % 7 == 3 ? "null" : std::to_string(i % 100));
  return json + "]";
}

TEST_P(EveryFormat, LargeFilesAreCutIntoSmallChunksUnlessTheyFit) {
  const int rows = 150000;
  const auto batch =
      batch_of({{"x", arrow::int32(), numbers_up_to(rows)}, {"y", arrow::float64(), numbers_up_to(rows)}});
  const std::string bytes = GetParam().name == "parquet_of_small_groups"
                                ? parquet_of({batch}, 1000, arrow::Compression::ZSTD)
                                : GetParam().write({batch});
  const auto kept = GetParam().read_bytes(bytes), passing = GetParam().read_bytes(bytes, streamed);
  ASSERT_TRUE(kept && passing);
  EXPECT_TRUE(kept->keeps_rows());
  EXPECT_FALSE(passing->keeps_rows());
  std::size_t chunks = 0;
  for_each_chunk(*passing, [&](const Chunk &chunk) {
    EXPECT_LE(count_rows(chunk.rows), 65536U);
    ++chunks;
  });
  EXPECT_GE(chunks, 3U);
  expect_cells(opened_cells(*passing), opened_cells(*kept));
}

TEST(ReadArrow, UncompressedCellsAreUsedWhereTheyLie) {
  const auto file =
      std::make_shared<const FileBytes>(arrow_of({batch_of({{"x", arrow::float64(), "[1, null, 3]"}})}));
  const Table table = read_arrow(file, "x", {}).value();
  const Rows rows = only_chunk(table).rows;
  const Column &column = std::get<ColumnRows>(rows).parts[0];
  const auto *cells = reinterpret_cast<const char *>(std::get<const double *>(column.cells));
  EXPECT_GE(cells, file->view().data());
  EXPECT_LT(cells, file->view().data() + file->view().size());
  EXPECT_NE(column.present, nullptr);
}

TEST(ReadArrow, TheEndingChoosesTheReader) {
  const auto folder =
      std::filesystem::temp_directory_path() / ("poise_read_arrow_" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  const auto batch = batch_of({{"x", arrow::int64(), "[1, 2]"}});
  for (const auto &[name, bytes] : std::vector<std::pair<std::string, std::string>>{
           {"a.parquet", parquet_of({batch})},
           {"a.arrow", arrow_of({batch})},
           {"a.Feather", arrow_of({batch}, ArrowLayout::stream)}}) {
    std::ofstream(folder / name, std::ios::binary) << bytes;
    for (const ReadOptions &options : {ReadOptions{}, streamed}) {
      const auto table = read_table((folder / name).string(), options);
      ASSERT_TRUE(table) << table.error().wrong;
      expect_cells(opened_cells(*table), {1, 2});
    }
  }
  std::filesystem::remove_all(folder);
}

} // namespace read_arrow_test
} // namespace poise::internal
