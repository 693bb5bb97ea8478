// A file that is not kept gives the table, or the refusal, that it would give in memory.
#include "poise/table/csv/csv_stream.h"

#include "poise/table/csv/read_csv.h"

#include "table/same_table.h"
#include "table/temporary_file.h"

#include <chrono>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace poise::internal {
namespace csv_stream_test {

Result<Table> streamed(const TemporaryFile &file, const ReadOptions &options, const StreamSizes &sizes,
                       char separator = ',') {
  const auto open = OpenFile::open(file.path());
  if (!open) return open.error();
  return stream_csv(*open, separator, options, sizes);
}

StreamSizes any_sizes() {
  return {.window = *rc::gen::inRange<std::size_t>(0, 70), .chunk = *rc::gen::inRange<std::size_t>(0, 200)};
}

// Mostly wishes that can be granted in a file of so many columns a, b, c.
ReadOptions any_options(std::size_t width) {
  const auto name =
      rc::gen::map(rc::gen::weightedOneOf<std::size_t>({{20, rc::gen::inRange<std::size_t>(0, width)},
                                                        {1, rc::gen::inRange<std::size_t>(0, 4)}}),
                   [](std::size_t place) { return std::string(1, static_cast<char>('a' + place)); });
  ReadOptions options{.columns = *rc::gen::container<std::vector<std::string>>(
                          *rc::gen::weightedElement<std::size_t>({{6, 0}, {3, 1}, {1, 2}}), name)};
  if (*rc::gen::arbitrary<bool>()) options.unit = *name;
  return options;
}

// Mostly sound tables: cells of any kind, any line ending, blank lines here and there.
std::string any_table(std::size_t width) {
  const auto cell = rc::gen::weightedOneOf<std::string>(
      {{20, rc::gen::element<std::string>("1", "-2.5", "300", "4e2", "12345678.125")},
       {4, rc::gen::element<std::string>("", "NA", "word", " 7 ", "\"8\"", "\"a,b\"", "\"\"", "\"9\n\"\"9\"",
                                         "\" x\r\ny \"", "a\"b", "\"a\"b")}});
  const auto rows = *rc::gen::weightedOneOf<std::size_t>(
      {{20, rc::gen::inRange<std::size_t>(1, 12)}, {1, rc::gen::just<std::size_t>(0)}});
  const std::string end = *rc::gen::element<std::string>("\n", "\r\n", "\r");
  std::string text = *rc::gen::weightedElement<std::string>({{5, ""}, {1, "\xEF\xBB\xBF"}});
  for (std::size_t i = 0; i < width; ++i)
    text += std::string(i == 0 ? "" : ",") + std::vector<std::string>{"a", "\"b\"", " c "}[i];
  for (std::size_t row = 0; row < rows; ++row) {
    text += end;
    if (*rc::gen::weightedElement<bool>({{9, false}, {1, true}})) text += end;
    const std::size_t cells = *rc::gen::weightedElement<std::size_t>({{200, width}, {1, width + 1}});
    for (std::size_t i = 0; i < cells; ++i) text += (i == 0 ? "" : ",") + *cell;
  }
  return text + *rc::gen::element<std::string>("", end);
}

// Anything at all.
std::string any_pieces() {
  const auto pieces = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
      "a", "b", "\"", ",", "\n", "\r\n", "\r", "12", "-0.5", "NA", "long text", "1234567890.1234567", "1e5",
      " ", "\t", "\"\"", "\xEF\xBB\xBF", std::string(1, '\0')));
  std::string text = *rc::gen::element<std::string>("", "a\n", "a,b\n", "a,b\n1,2\n");
  for (const std::string &piece : pieces) text += piece;
  return text;
}

void same_as_in_memory(const std::string &text, std::size_t width) {
  const ReadOptions options = any_options(width);
  const TemporaryFile file("stream.csv", text);
  const char separator = *rc::gen::weightedElement<char>({{9, ','}, {1, '\t'}});
  const auto kept = read_csv(text, separator, file.path(), options);
  const auto table = text.empty() ? kept : streamed(file, options, any_sizes(), separator);
  RC_CLASSIFY(bool(kept), "read");
  RC_CLASSIFY(kept && options.unit, "read with a unit");
  const std::string differs = difference(kept, table);
  if (!differs.empty()) RC_FAIL(differs);
}

RC_GTEST_PROP(CsvStream, IsTheTableInMemory, ()) {
  const auto width = *rc::gen::element<std::size_t>(1, 2, 3, 3);
  same_as_in_memory(any_table(width), width);
}

RC_GTEST_PROP(CsvStream, RefusesWhatIsRefusedInMemory, ()) { same_as_in_memory(any_pieces(), 2); }

// Each kind of broken file, at every size of window.
TEST(CsvStream, RefusesBrokenFilesInTheSameWords) {
  const struct {
    const char *text, *wrong;
    ReadOptions options = {};
  } cases[] = {
      {"\xEF\xBB\xBF", "is empty"},
      {"a,b\n", "has a header line but no rows"},
      {"a,b\n1,2\n3\n", "line 3 has 1 cells, the header has 2"},
      {"a,b\n1,2\n\"x\ny\",3\n\n4\n", "line 6 has 1 cells, the header has 2"},
      {"a,b\n1,2\n3,\"4\n", "a quote opened in the record at line 3 is never closed"},
      {"a,a\n1,2\n", "has more than one column named 'a'"},
      {"a,b\n1,2\n", "has no column 'c'", {.columns = {"c"}}},
      {"a,b\n1,2\n", "has no column 'c'", {.unit = "c"}},
      {"1,2\n3,4\n", "begins with a line of numbers"},
      {"1,2\n3,4\n", "begins with a line of numbers", {.columns = {"a"}}},
      {",Unnamed: 0,x\n1,2,y\n", "has no column of numbers"},
      {"a,b\nx,y\n", "has no column of numbers"},
      {"a\n1\n", "has no column besides the unit", {.unit = "a"}},
      {"\xFF\xFE", "is UTF-16 text"},
  };
  for (const auto &[text, wrong, options] : cases)
    for (std::size_t window = 1; window < 20; ++window) {
      const TemporaryFile file("broken.csv", text);
      const auto table = streamed(file, options, {.window = window, .chunk = 16});
      ASSERT_FALSE(table) << text;
      EXPECT_EQ(table.error().kind, ErrorKind::bad_input);
      EXPECT_NE(table.error().wrong.find(wrong), std::string::npos) << table.error().wrong;
      EXPECT_EQ(difference(table, read_csv(text, ',', file.path(), options)), "");
    }
}

TEST(CsvStream, KeepsNoRowsAndShowsThemInEveryPass) {
  const TemporaryFile file("passes.csv", "a,b\n1,x\n2,y\n3,x\n");
  const auto table = streamed(file, {.unit = "b"}, {.window = 4, .chunk = 16});
  ASSERT_TRUE(table);
  EXPECT_FALSE(table->keeps_rows());
  for (int pass = 0; pass < 3; ++pass) {
    EXPECT_EQ(opened_cells(*table), (std::vector<double>{1, 2, 3}));
    EXPECT_EQ(opened_people(*table), (std::vector<std::uint64_t>{0, 1, 0}));
  }
}

TEST(CsvStream, PassesDoNotDisturbEachOtherAndOutliveTheTable) {
  const TemporaryFile file("two.csv", "a\n1\n2\n3\n");
  auto table = std::make_unique<Table>(streamed(file, {}, {.window = 2, .chunk = 8}).value());
  const auto one = table->pass(RawKeyForTests::make()), two = table->pass(RawKeyForTests::make());
  table.reset();
  for (const double expected : {1.0, 2.0, 3.0})
    for (RowPass *pass : {one.get(), two.get()})
      EXPECT_EQ(std::get<DenseRows<double>>(pass->next()->value().rows).at(0, 0), expected);
  EXPECT_FALSE(one->next()->has_value());
}

// Otherwise a quote left open would bring the whole file into memory.
TEST(CsvStream, ARecordWithoutEndIsRefusedBeforeTheFileEnds) {
  const TemporaryFile file("endless.csv", "a,b\n1,\"" + std::string(10'000, 'x') + "\"\n2,y\n");
  EXPECT_TRUE(streamed(file, {}, {.window = 16, .chunk = 16, .record = 20'000}));
  const auto table = streamed(file, {}, {.window = 16, .chunk = 16, .record = 1'000});
  ASSERT_FALSE(table);
  EXPECT_EQ(table.error().wrong, file.path() + " holds a record of more than 1000 bytes");
}

TEST(CsvStream, AFileThatIsWrittenAnewStopsThePass) {
  const TemporaryFile file("anew.csv", "a\n1\n2\n");
  const Table table = streamed(file, {}, {.window = 4, .chunk = 8}).value();
  std::filesystem::last_write_time(file.path(),
                                   std::filesystem::last_write_time(file.path()) + std::chrono::seconds(1));
  const auto chunk = table.pass(RawKeyForTests::make())->next();
  ASSERT_FALSE(chunk);
  EXPECT_EQ(chunk.error().wrong, file.path() + " changed while it was read");
}

TEST(CsvStream, AFileThatChangesStopsThePass) {
  std::string text = "a\n";
  for (int i = 0; i < 1000; ++i) text += "1\n";
  for (const std::string &now : {text + "1\n", text.substr(0, 1000), std::string("a\n"), std::string()}) {
    const TemporaryFile file("changes.csv", text);
    const Table table = streamed(file, {}, {.window = 64, .chunk = 64}).value();
    const auto pass = table.pass(RawKeyForTests::make());
    ASSERT_TRUE(pass->next());
    file.write(now);
    auto chunk = pass->next();
    for (int i = 0; i < 1000 && chunk; ++i) chunk = pass->next();
    ASSERT_FALSE(chunk);
    EXPECT_EQ(chunk.error().kind, ErrorKind::failure);
    EXPECT_EQ(chunk.error().wrong, file.path() + " changed while it was read");
    EXPECT_FALSE(table.pass(RawKeyForTests::make())->next());
  }
}

} // namespace csv_stream_test
} // namespace poise::internal
