// An array that is not kept gives the table, or the refusal, that it would give in memory.
#include "poise/table/npy/npy_stream.h"

#include "poise/table/npy/read_npy.h"

#include "table/any_choice.h"
#include "table/npy_files.h"
#include "table/same_table.h"
#include "table/temporary_file.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace poise::internal {
namespace npy_stream_test {

Result<Table> streamed(const TemporaryFile &file, const ReadOptions &options, std::size_t chunk) {
  const auto open = OpenFile::open(file.path());
  if (!open) return open.error();
  return stream_npy(*open, options, {.chunk = chunk});
}

Result<Table> kept(const TemporaryFile &file, const ReadOptions &options) {
  const auto bytes = FileBytes::open(file.path());
  if (!bytes) return bytes.error();
  return read_npy(*bytes, file.path(), options);
}

// Any columns, and any other one for the unit.
ReadOptions any_options(std::size_t columns) {
  ReadOptions options;
  const std::size_t unit = *rc::gen::inRange<std::size_t>(0, 2 * columns);
  for (const std::size_t column : any_choice(0, columns))
    if (column != unit) options.columns.push_back("c" + std::to_string(column));
  if (unit < columns) options.unit = "c" + std::to_string(unit);
  return options;
}

template <class T> void same_as_in_memory(const std::string &type) {
  const auto rows = *rc::gen::inRange<std::size_t>(1, 12), columns = *rc::gen::inRange<std::size_t>(1, 6);
  // Few different cells, so that people have several rows.
  const auto cell = rc::gen::oneOf(rc::gen::element<T>(T(0), T(1), T(-0.0)), rc::gen::arbitrary<T>());
  const auto written = *rc::gen::container<std::vector<T>>(rows * columns, cell);
  const std::string shape = "(" + std::to_string(rows) + ", " + std::to_string(columns) + ")";
  const TemporaryFile file("stream.npy",
                           file_of(header_text("'" + type + "'", *rc::gen::arbitrary<bool>(), shape),
                                   bytes_of(written), 1, *rc::gen::inRange<std::size_t>(0, 9)));
  const ReadOptions options = any_options(columns);
  const auto table = streamed(file, options, *rc::gen::inRange<std::size_t>(0, 100));
  const std::string differs = difference(kept(file, options), table);
  if (!differs.empty()) RC_FAIL(differs);
  if (table)
    for_each_chunk(*table,
                   [](const Chunk &chunk) { RC_ASSERT(std::holds_alternative<DenseRows<T>>(chunk.rows)); });
}

RC_GTEST_PROP(NpyStream, OfFloat64IsTheTableInMemory, ()) { same_as_in_memory<double>("<f8"); }
RC_GTEST_PROP(NpyStream, OfFloat32IsTheTableInMemory, ()) { same_as_in_memory<float>("<f4"); }
RC_GTEST_PROP(NpyStream, OfInt64IsTheTableInMemory, ()) { same_as_in_memory<std::int64_t>("<i8"); }
RC_GTEST_PROP(NpyStream, OfInt32IsTheTableInMemory, ()) { same_as_in_memory<std::int32_t>("<i4"); }
RC_GTEST_PROP(NpyStream, OfInt16IsTheTableInMemory, ()) { same_as_in_memory<std::int16_t>("<i2"); }
RC_GTEST_PROP(NpyStream, OfInt8IsTheTableInMemory, ()) { same_as_in_memory<std::int8_t>("|i1"); }
RC_GTEST_PROP(NpyStream, OfUnsigned32IsTheTableInMemory, ()) { same_as_in_memory<std::uint32_t>("<u4"); }
RC_GTEST_PROP(NpyStream, OfUnsigned16IsTheTableInMemory, ()) { same_as_in_memory<std::uint16_t>("<u2"); }
RC_GTEST_PROP(NpyStream, OfBytesIsTheTableInMemory, ()) { same_as_in_memory<std::uint8_t>("|u1"); }

TEST(NpyStream, RefusesBrokenFilesInTheSameWords) {
  const std::string two = bytes_of<double>({1, 2});
  const struct {
    std::string bytes, wrong;
    ReadOptions options = {};
  } cases[] = {
      {"", "is empty"},
      {"a,b\n1,2\n", "is not a .npy file"},
      {"\x93NUMPY", "ends within its header"},
      {file_of(header_text("'<f8'", false, "(3, 1)"), two), "is truncated"},
      {file_of(header_text("'<f8'", true, "(1, 1)"), two), "holds more bytes than its header promises"},
      {file_of(header_text("'<f8'", false, "(0, 2)"), two), "has no rows"},
      {file_of(header_text("'<f8'", false, "(2, 0)"), two), "has no columns"},
      {file_of(header_text("'<f8'", false, "(1, 2)"), two), "has no column 'c2'", {.columns = {"c2"}}},
      {file_of(header_text("'<f8'", false, "(1, 2)"), two), "has no column 'c2'", {.unit = "c2"}},
      {file_of(header_text("'<f8'", false, "(2, 1)"), two), "no column besides the unit", {.unit = "c0"}},
  };
  for (const auto &[bytes, wrong, options] : cases) {
    const TemporaryFile file("broken.npy", bytes);
    const auto table = streamed(file, options, 16);
    ASSERT_FALSE(table) << wrong;
    EXPECT_NE(table.error().wrong.find(wrong), std::string::npos) << table.error().wrong;
    EXPECT_EQ(difference(table, kept(file, options)), "");
  }
}

TEST(NpyStream, AFileThatChangesStopsThePass) {
  for (const bool fortran : {false, true}) {
    const std::string bytes =
        file_of(header_text("'<f8'", fortran, "(1000, 2)"), bytes_of(std::vector<double>(2000, 1.5)));
    for (const std::string &now : {bytes + "x", bytes.substr(0, bytes.size() - 8), std::string()}) {
      const TemporaryFile file("changes.npy", bytes);
      const Table table = streamed(file, {}, 64).value();
      EXPECT_FALSE(table.keeps_rows());
      const auto pass = table.pass(RawKeyForTests::make());
      ASSERT_TRUE(pass->next());
      file.write(now);
      const auto chunk = pass->next();
      ASSERT_FALSE(chunk);
      EXPECT_EQ(chunk.error().kind, ErrorKind::failure);
      EXPECT_EQ(chunk.error().wrong, file.path() + " changed while it was read");
    }
  }
}

} // namespace npy_stream_test
} // namespace poise::internal
