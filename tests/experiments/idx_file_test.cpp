// IDX files: read exactly, or refused.
#include "experiments/mnist/idx_file.h"

#include "experiments/idx_text.h"
#include "experiments/temporary_folder.h"

#include <gtest/gtest.h>

namespace poise::internal::experiments {
namespace idx_file_test {

// What is wrong with a file of these bytes; empty if nothing is.
std::string complaint(const std::string &bytes) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder.write("file.idx", bytes);
  const Result<IdxFile> idx = read_idx_file(path);
  if (idx) return "";
  EXPECT_NE(idx.error().wrong.find(path.string()), std::string::npos) << idx.error().wrong;
  EXPECT_FALSE(idx.error().remedy.empty());
  EXPECT_EQ((idx.error().wrong + idx.error().remedy).find('\n'), std::string::npos);
  return idx.error().wrong;
}

void expect_complaint(const std::string &bytes, const std::string &words) {
  EXPECT_NE(complaint(bytes).find(words), std::string::npos) << complaint(bytes) << " lacks: " << words;
}

TEST(IdxFile, BytesAndDimensionsAreReadAsTheyWere) {
  const TemporaryFolder folder;
  const std::string cells = {1, 2, 3, 4, 5, static_cast<char>(255)};
  const Result<IdxFile> idx = read_idx_file(folder.write("a", idx_header({2, 3}) + cells));
  ASSERT_TRUE(idx);
  EXPECT_EQ(idx->dimensions, (std::vector<std::size_t>{2, 3}));
  EXPECT_EQ(idx->bytes, (std::vector<std::uint8_t>{1, 2, 3, 4, 5, 255}));
}

TEST(IdxFile, DimensionsAreBigEndian) {
  const TemporaryFolder folder;
  const Result<IdxFile> idx =
      read_idx_file(folder.write("a", idx_header({0x0102}) + std::string(0x0102, 'x')));
  ASSERT_TRUE(idx);
  EXPECT_EQ(idx->dimensions, std::vector<std::size_t>{0x0102});
}

TEST(IdxFile, EveryBeginningOfAFileIsRefused) {
  const std::string whole = idx_header({2, 3}) + "abcdef";
  ASSERT_EQ(complaint(whole), "");
  for (std::size_t length = 0; length < whole.size(); ++length)
    EXPECT_NE(complaint(whole.substr(0, length)), "") << length;
  expect_complaint("", "too short");
  expect_complaint(whole.substr(0, 7), "ends within its header");
  expect_complaint(whole.substr(0, whole.size() - 1), "shorter than its header says");
}

TEST(IdxFile, AByteTooManyIsRefused) {
  expect_complaint(idx_header({2}) + "abc", "longer than its header says");
}

TEST(IdxFile, AnotherKindOfFileIsRefused) {
  expect_complaint("\x1f\x8b compressed", "not an IDX file");
  expect_complaint(idx_header({1}, 0x0D) + "abcd", "something else than unsigned bytes");
  expect_complaint(idx_header({}) + "a", "no dimensions");
  expect_complaint(idx_header({0}), "a dimension is 0");
  expect_complaint(idx_header({0xFFFFFFFF, 0}), "a dimension is 0");
}

// 2^31 times 2^31 times 4 is 2^64, which must not wrap around to the 0 bytes that are there.
TEST(IdxFile, AHeaderThatLiesAboutItsSizeIsRefusedBeforeAnyMemoryIsTaken) {
  expect_complaint(idx_header({0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF}) + "ab", "shorter");
  expect_complaint(idx_header({0x80000000, 0x80000000, 4}), "shorter");
  expect_complaint(idx_header({0x80000000, 0x80000000, 4, 2}) + "ab", "shorter");
  expect_complaint(idx_header(std::vector<std::uint32_t>(255, 0xFFFFFFFF)) + "ab", "shorter");
}

TEST(IdxFile, AFileThatIsNotThereOrNoFileIsNamed) {
  const TemporaryFolder folder;
  const Result<IdxFile> missing = read_idx_file(folder.path() / "missing");
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().wrong.find((folder.path() / "missing").string()), std::string::npos);
  const Result<IdxFile> no_file = read_idx_file(folder.path());
  ASSERT_FALSE(no_file);
  EXPECT_NE(no_file.error().wrong.find("not a file"), std::string::npos);
}

} // namespace idx_file_test
} // namespace poise::internal::experiments
