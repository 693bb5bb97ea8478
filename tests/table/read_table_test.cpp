// Files by their ending, and clear words about those that cannot be read.
#include "poise/table/read_table.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace poise {
namespace {

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

TEST_F(ReadTable, APipeIsReadLikeAFile) {
  const std::string path = (folder_ / "pipe.csv").string();
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  std::thread writer([&] { std::ofstream(path) << "x\n1\n2\n"; });
  const auto table = read_table(path);
  writer.join();
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

} // namespace
} // namespace poise
