// Files by their ending, and clear words about those that cannot be read.
#include "poise/table/read_table.h"

#include "table/same_table.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace poise::internal {
namespace read_table_test {

class ReadTable : public testing::Test {
protected:
  void SetUp() override { std::filesystem::create_directories(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string file(const std::string &name, const std::string &text) const {
    const std::filesystem::path path = folder_ / name;
    std::ofstream(path, std::ios::binary) << text;
    return path.string();
  }

  static void refuses(const std::string &path, const std::string &wrong) {
    const auto table = read_table(path);
    ASSERT_FALSE(table) << path;
    EXPECT_EQ(table.error().kind, ErrorKind::bad_input);
    EXPECT_NE(table.error().wrong.find(wrong), std::string::npos) << table.error().wrong;
  }

  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("poise_read_table_" + std::to_string(getpid()));
};

TEST_F(ReadTable, TheEndingChoosesTheSeparator) {
  EXPECT_EQ(read_table(file("a.csv", "x,y\n1,2\n"))->columns().size(), 2U);
  EXPECT_EQ(read_table(file("b.TSV", "x\ty\n1\t2\n"))->columns().size(), 2U);
}

TEST_F(ReadTable, TheEndingChoosesTheReader) {
  EXPECT_EQ(read_table(file("a.dat", "1 2\n2 3\n"))->columns().size(), 3U);
  EXPECT_EQ(read_table(file("a.svm", "1 1:2\n-1 4:1\n"))->columns().size(), 4U);
  EXPECT_EQ(read_table(file("a.MTX", "%%MatrixMarket matrix coordinate pattern general\n2 5 1\n1 1\n"))
                ->columns()
                .size(),
            5U);
  refuses(file("a.npy", "x,y\n1,2\n"), "is not a .npy file");
}

TEST_F(ReadTable, FilesThatNeedMoreThanTheMemoryAreNotKept) {
  const std::string csv = file("g.csv", "x,y\n1,a\n2,b\n3,a\n"), tsv = file("g.tsv", "x\ty\n1\ta\n2\tb\n");
  const std::string header = "{'descr': '|i1', 'fortran_order': False, 'shape': (4, 2), }\n";
  const std::string npy =
      file("g.npy", "\x93NUMPY\x01" + std::string(1, '\0') + static_cast<char>(header.size()) +
                        std::string(1, '\0') + header + "abcdefgh");
  for (const std::string &path : {csv, tsv, npy}) {
    const auto size = static_cast<std::size_t>(std::filesystem::file_size(path));
    const auto kept = read_table(path, {.memory = size}), streamed = read_table(path, {.memory = size - 1});
    ASSERT_TRUE(kept && streamed) << path;
    EXPECT_TRUE(kept->keeps_rows());
    EXPECT_FALSE(streamed->keeps_rows());
    EXPECT_EQ(difference(kept, streamed), "");
  }
}

TEST_F(ReadTable, OtherFilesAreAlwaysKept) {
  EXPECT_TRUE(read_table(file("a.dat", "1 2\n2 3\n"), {.memory = 1})->keeps_rows());
  EXPECT_TRUE(read_table(file("a.svm", "1 1:2\n"), {.memory = 1})->keeps_rows());
}

TEST_F(ReadTable, RefusalsDoNotDependOnTheMemory) {
  for (const std::string &path :
       {file("a.csv", "x,y\n1\n"), file("b.csv", "x,y\n"), file("c.csv", ""), file("d.csv", "x\n\"1\n"),
        file("e.csv", "x,x\n1,2\n"), file("f.npy", "x,y\n1,2\n"), file("g.npy", "\x93NUMPY"),
        file("h.npy", ""), (folder_ / "nobody.csv").string(), (folder_ / "nobody.npy").string()}) {
    const auto kept = read_table(path), streamed = read_table(path, {.memory = 0});
    EXPECT_FALSE(kept);
    EXPECT_EQ(difference(kept, streamed), "");
  }
}

TEST_F(ReadTable, APipeIsReadLikeAFile) {
  const std::string path = (folder_ / "pipe.csv").string();
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  std::thread writer([&] { std::ofstream(path) << "x\n1\n2\n"; });
  const auto table = read_table(path, {.memory = 1}); // it cannot be read twice
  writer.join();
  EXPECT_TRUE(table->keeps_rows());
  EXPECT_EQ(table->rows(), 2U);
}

TEST_F(ReadTable, AFileThatCannotBeReadIsRefusedWithAReason) {
  refuses((folder_ / "nobody.csv").string(), "there is no such file");
  refuses(file("c.csv", ""), "is empty");
  refuses(file("d.xlsx", "x"), "reads no .xlsx files");
  refuses(file("noending", "x\n1\n"), "has no ending");
  std::filesystem::create_directory(folder_ / "e.csv");
  refuses((folder_ / "e.csv").string(), "it is a directory");
}

TEST_F(ReadTable, ALargeFileIsReadWhole) {
  std::string text = "x\n";
  for (int i = 0; i < 100000; ++i) text += "12345\n";
  EXPECT_EQ(read_table(file("f.csv", text))->rows(), 100000U);
}

} // namespace read_table_test
} // namespace poise::internal
