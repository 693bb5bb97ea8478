// Arrays of NumPy: every type and order gives the cells that were written, and no header is believed blindly.
#include "poise/table/npy/read_npy.h"

#include "table/any_choice.h"
#include "table/npy_files.h"
#include "table/opened.h"

#include <gtest/gtest.h>
#include <limits>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace poise::internal {
namespace read_npy_test {

using Names = std::vector<std::string>;

Result<Table> read(const std::string &file, const Names &wanted = {}) {
  return read_npy(std::make_shared<const FileBytes>(file), "x.npy", {.columns = wanted});
}

std::string wrong(const std::string &file, const Names &wanted = {}) {
  const auto table = read(file, wanted);
  EXPECT_FALSE(table);
  return table ? "" : table.error().wrong;
}

const std::string four = bytes_of<double>({1, 2, 3, 4});

template <class T> void every_order_and_choice(const std::string &type) {
  const auto rows = *rc::gen::inRange<std::size_t>(1, 6), columns = *rc::gen::inRange<std::size_t>(1, 6);
  const auto written = *rc::gen::container<std::vector<T>>(rows * columns, rc::gen::arbitrary<T>());
  const bool fortran = *rc::gen::arbitrary<bool>();
  const auto padding = *rc::gen::inRange<std::size_t>(0, 20); // cells need not be aligned
  const std::string shape = "(" + std::to_string(rows) + ", " + std::to_string(columns) + ")";
  const std::string file = file_of(header_text("'" + type + "'", fortran, shape), bytes_of(written),
                                   *rc::gen::element<char>(1, 2), padding);
  std::vector<std::size_t> chosen = any_choice(0, columns);
  Names wanted;
  for (const std::size_t column : chosen) wanted.push_back("c" + std::to_string(column));
  const Table table = read(file, wanted).value();
  if (chosen.empty())
    for (std::size_t column = 0; column < columns; ++column) chosen.push_back(column);
  RC_ASSERT(table.rows() == rows);
  RC_ASSERT(table.columns().size() == chosen.size());
  const Rows opened = only_chunk(table).rows;
  const auto &view = std::get<DenseRows<T>>(opened);
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      RC_ASSERT(table.columns()[i] == "c" + std::to_string(chosen[i]));
      RC_ASSERT(view.at(row, i) == written[fortran ? chosen[i] * rows + row : row * columns + chosen[i]]);
    }
}

RC_GTEST_PROP(ReadNpy, Float64IsReadAsWritten, ()) { every_order_and_choice<double>("<f8"); }
RC_GTEST_PROP(ReadNpy, Float32IsReadAsWritten, ()) { every_order_and_choice<float>("<f4"); }
RC_GTEST_PROP(ReadNpy, Int64IsReadAsWritten, ()) { every_order_and_choice<std::int64_t>("<i8"); }
RC_GTEST_PROP(ReadNpy, Int32IsReadAsWritten, ()) { every_order_and_choice<std::int32_t>("<i4"); }
RC_GTEST_PROP(ReadNpy, Int16IsReadAsWritten, ()) { every_order_and_choice<std::int16_t>("<i2"); }
RC_GTEST_PROP(ReadNpy, Int8IsReadAsWritten, ()) { every_order_and_choice<std::int8_t>("|i1"); }
RC_GTEST_PROP(ReadNpy, Unsigned32IsReadAsWritten, ()) { every_order_and_choice<std::uint32_t>("<u4"); }
RC_GTEST_PROP(ReadNpy, Unsigned16IsReadAsWritten, ()) { every_order_and_choice<std::uint16_t>("<u2"); }
RC_GTEST_PROP(ReadNpy, BytesAreReadAsWritten, ()) { every_order_and_choice<std::uint8_t>("|u1"); }
RC_GTEST_PROP(ReadNpy, BooleansAreReadAsBytes, ()) { every_order_and_choice<std::uint8_t>("|b1"); }

TEST(ReadNpy, OneDimensionIsOneColumn) {
  for (const char *shape : {"(4,)", "(4L,)", "( 4 , )"}) {
    const auto table = read(file_of(header_text("'<f8'", false, shape), four));
    ASSERT_TRUE(table) << shape;
    EXPECT_EQ(table->columns(), Names{"c0"});
    EXPECT_EQ(opened_cells(*table), (std::vector<double>{1, 2, 3, 4}));
  }
}

TEST(ReadNpy, CellsAreNotCopied) {
  const auto file =
      std::make_shared<const FileBytes>(file_of(header_text("'<f8'", false, "(2, 2)"), four, 1, 7));
  const std::string_view view = file->view();
  const Table table = read_npy(file, "x.npy", {}).value();
  const Rows rows = only_chunk(table).rows;
  const double *cells = std::get<DenseRows<double>>(rows).aligned_cells();
  if (cells) {
    EXPECT_EQ(reinterpret_cast<const char *>(cells), view.data() + view.size() - four.size());
  }
  EXPECT_EQ(file.use_count(), 2); // ours, and the table's
}

TEST(ReadNpy, TheUnitSaysWhoseARowIsAndIsNoColumn) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::string data = bytes_of<double>({1, 7, 2, nan, 3, 0.0, 4, -nan, 5, -0.0, 6, 7});
  const std::string file = file_of(header_text("'<f8'", false, "(6, 2)"), data);
  const Table table = read_npy(std::make_shared<const FileBytes>(file), "x.npy", {.unit = "c1"}).value();
  EXPECT_EQ(table.columns(), Names{"c0"});
  EXPECT_EQ(table.people(), 4U);
  EXPECT_EQ(opened_cells(table), (std::vector<double>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(opened_people(table), (std::vector<std::uint64_t>{0, 1, 2, 3, 2, 0})); // NaN is no id
}

TEST(ReadNpy, AUnitThatCannotBeIsRefusedWithAReason) {
  const auto refused = [](const std::string &shape, const ReadOptions &options) {
    const std::string file = file_of(header_text("'<f8'", false, shape), four);
    return read_npy(std::make_shared<const FileBytes>(file), "x.npy", options).error().wrong;
  };
  EXPECT_EQ(refused("(2, 2)", {.unit = "c2"}), "x.npy has no column 'c2'");
  EXPECT_EQ(refused("(2, 2)", {.columns = {"c0"}, .unit = "c0"}),
            "column 'c0' is the unit, and asked for as a column too");
  EXPECT_EQ(refused("(4,)", {.unit = "c0"}), "x.npy has no column besides the unit");
}

TEST(ReadNpy, UnusableFilesAreRefusedWithAReason) {
  const auto with = [](const std::string &type, const std::string &shape) {
    return wrong(file_of(header_text(type, false, shape), four));
  };
  EXPECT_EQ(wrong(""), "x.npy is empty");
  EXPECT_EQ(wrong("a,b\n1,2\n"), "x.npy is not a .npy file");
  EXPECT_EQ(wrong("\x93NUMPY"), "x.npy ends within its header");
  EXPECT_EQ(wrong(file_of(header_text("'<f8'", false, "(4,)"), four, 3)),
            "x.npy is of version 3 of the .npy format");
  EXPECT_EQ(with("'>f8'", "(4,)"), "x.npy holds big-endian numbers");
  EXPECT_EQ(with("'|O'", "(4,)"), "x.npy holds Python objects, not numbers");
  EXPECT_EQ(with("[('a', '<f8'), ('b', '<f8')]", "(2,)"), "x.npy holds records, not an array of numbers");
  for (const char *type : {"'<c16'", "'<U8'", "'<f2'", "'<M8[ns]'", "'<u8'", "''", "'f8'", "'<f88'"})
    EXPECT_EQ(with(type, "(4,)"), "x.npy holds cells of a type that this version does not read") << type;
  EXPECT_EQ(with("'<f8'", "(2, 2, 1)"), "x.npy has 3 dimensions");
  EXPECT_EQ(with("'<f8'", "()"), "x.npy has 0 dimensions");
  EXPECT_EQ(with("'<f8'", "(0, 4)"), "x.npy has no rows");
  EXPECT_EQ(with("'<f8'", "(4, 0)"), "x.npy has no columns");
  EXPECT_EQ(with("'<f8'", "(3,)"), "x.npy holds more bytes than its header promises");
  for (const char *shape : {"(5,)", "(2, 3)", "(4611686018427387904, 4)", "(18446744073709551615, 2)"})
    EXPECT_EQ(with("'<f8'", shape), "x.npy is truncated: its header promises more cells than it holds")
        << shape;
  for (const char *shape : {"(-4,)", "(4", "4", "(4;)", "(,)", "(99999999999999999999999,)", "('4',)"})
    EXPECT_EQ(with("'<f8'", shape), "x.npy has a header that makes no sense") << shape;
  EXPECT_EQ(wrong(file_of("{'descr': '<f8', 'shape': (4,)}", four)),
            "x.npy has a header that makes no sense");
}

TEST(ReadNpy, TooManyColumnsAreRefusedBeforeTheyAreNamed) {
  const std::size_t columns = Table::most_columns + 1;
  const std::string shape = "(1, " + std::to_string(columns) + ")";
  EXPECT_NE(wrong(file_of(header_text("'|i1'", false, shape), std::string(columns, '\0'))).find("more than"),
            std::string::npos);
}

TEST(ReadNpy, AFileCutAnywhereIsRefused) {
  const std::string file = file_of(header_text("'<f8'", false, "(2, 2)"), four);
  ASSERT_TRUE(read(file));
  for (std::size_t size = 0; size < file.size(); ++size) EXPECT_FALSE(read(file.substr(0, size))) << size;
}

RC_GTEST_PROP(ReadNpy, AFileWithChangedBytesIsReadOrRefused, ()) {
  std::string file = file_of(header_text("'<f8'", false, "(2, 2)"), four);
  for (int changes = *rc::gen::inRange(1, 4); changes > 0; --changes)
    file[*rc::gen::inRange<std::size_t>(0, file.size())] = *rc::gen::arbitrary<char>();
  const auto table = read(file);
  if (table) RC_ASSERT(opened_cells(*table).size() == table->rows() * table->columns().size());
}

} // namespace read_npy_test
} // namespace poise::internal
