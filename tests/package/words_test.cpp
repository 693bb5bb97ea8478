// Bad input through the door of C++: refused for the same reason, in the same words, as by the command.
#include <poise/poise.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <limits>
#include <regex>
#include <sys/wait.h>
#include <unistd.h>

namespace poise {
namespace words_test {

struct Said {
  int status;
  std::string text;
};

Said command(const std::string &arguments) {
  FILE *const pipe = popen(("'" POISE_COMMAND "' " + arguments + " 2>&1").c_str(), "r");
  if (pipe == nullptr) return {-1, "cannot be run"};
  std::string said;
  std::array<char, 4096> part{};
  while (const std::size_t size = std::fread(part.data(), 1, part.size(), pipe))
    said.append(part.data(), size);
  const int status = pclose(pipe);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, said};
}

// A file with this text, gone with the test.
class AFile {
public:
  explicit AFile(const std::string &text) {
    const auto *const test = testing::UnitTest::GetInstance()->current_test_info();
    path_ = std::filesystem::temp_directory_path() /
            ("poise_words_" + std::string(test->name()) + "_" + std::to_string(getpid()) + ".csv");
    std::ofstream(path_) << text;
  }
  AFile(const AFile &) = delete;
  AFile &operator=(const AFile &) = delete;
  ~AFile() { std::filesystem::remove(path_); }
  std::string path() const { return path_.string(); }

private:
  std::filesystem::path path_;
};

// The library names parameters, the command its options: `mean_within` is --mean-within.
std::string with_options(const std::string &words) {
  static const std::regex parameter("`([a-z_]+)(?:=([^`]*))?`");
  std::string said;
  auto rest = words.begin();
  for (std::sregex_iterator each(words.begin(), words.end(), parameter), end; each != end; ++each) {
    said.append(rest, (*each)[0].first);
    std::string option = "--" + (*each)[1].str();
    std::ranges::replace(option, '_', '-');
    said += option + ((*each)[2].matched ? " " + (*each)[2].str() : "");
    rest = (*each)[0].second;
  }
  return said.append(rest, words.end());
}

// Both refuse, and say the same; `reason` is part of it, so that it is the refusal that was meant.
void expect_same_words(const std::string &path, const Question &question, const std::string &options,
                       const std::string &reason) {
  const auto answer = mean(question, from_file(path));
  ASSERT_FALSE(answer) << "the library answers";
  EXPECT_NE(answer.error().wrong.find(reason), std::string::npos) << answer.error().wrong;
  const Said said = command("mean '" + path + "' " + options);
  EXPECT_EQ(said.status, 2);
  EXPECT_EQ(said.text, "poise: " + with_options(answer.error().wrong) + "\n       " +
                           with_options(answer.error().remedy) + "\n");
}

const std::string people = "age,name\n30,ann\n40,bob\n50,cleo\n";

TEST(Words, ForAColumnThatIsNotThere) {
  const AFile file(people);
  expect_same_words(file.path(), {.rho = "1", .columns = {"ages"}}, "--rho 1 --columns ages",
                    "has no column 'ages'");
}

TEST(Words, ForAFileThatIsNotThere) {
  expect_same_words("nowhere/people.csv", {.rho = "1"}, "--rho 1", "there is no such file");
}

TEST(Words, ForAFileThatBeginsWithNumbers) {
  const AFile file("34,1\n35,2\n");
  expect_same_words(file.path(), {.rho = "1"}, "--rho 1", "begins with a line of numbers");
}

TEST(Words, ForABudgetBelowZero) {
  const AFile file(people);
  expect_same_words(file.path(), {.rho = "-1"}, "--rho=-1", "rho must be positive, got -1");
}

TEST(Words, ForABudgetThatIsGivenTwice) {
  const AFile file(people);
  expect_same_words(file.path(), {.rho = "1", .epsilon = "1"}, "--rho 1 --epsilon 1",
                    "the budget is given twice");
}

TEST(Words, ForAnOptionThatIsForAnotherMethod) {
  const AFile file(people);
  expect_same_words(file.path(), {.rho = "1", .method = "plan", .steps = "3"},
                    "--rho 1 --method plan --steps 3", "`steps` is not for the method plan");
}

TEST(Words, ForAnOptionThatNeedsAnother) {
  const AFile file(people);
  expect_same_words(file.path(), {.rho = "1", .precision = "1"}, "--rho 1 --precision 1",
                    "`precision` needs `bound`"); // and the remedy has a value: `bound=1000`
}

TEST(Words, ForNoBudget) {
  const AFile file(people);
  expect_same_words(file.path(), {}, "", "budget");
}

TEST(Words, ForATableWithoutRows) {
  const AFile file("age,name\n");
  expect_same_words(file.path(), {.rho = "1"}, "--rho 1", "no rows");
}

// Nobody may learn for free that all cells are missing, so this is no error: an answer that says nothing.
TEST(Words, ForAColumnOfMissingCellsAreAnAnswer) {
  std::string rows = "age,name\n";
  for (int i = 0; i < 100; ++i) rows += "NaN,ann\n,bob\nnan,cleo\n";
  const AFile csv(rows);
  const auto answer = mean({.rho = "1", .columns = {"age"}, .seed = "3"}, from_file(csv.path()));
  ASSERT_TRUE(answer) << answer.error().wrong;
  const Said said = command("mean '" + csv.path() + "' --rho 1 --columns age --seed 3 --json --quiet");
  EXPECT_EQ(said.status, 0);
  EXPECT_EQ(said.text, with_options(to_json(*answer)));
}

TEST(Words, ForRowsInMemoryAreThoseForAFile) {
  const auto asked_about = [](std::vector<double> cells) {
    return mean({.rho = "1"}, [cells](const ReadOptions &) { return Table::dense({"age"}, cells); });
  };
  const auto none = asked_about({});
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().kind, ErrorKind::bad_input);
  EXPECT_NE(none.error().wrong.find("no rows"), std::string::npos) << none.error().wrong;
  EXPECT_TRUE(asked_about(std::vector<double>(500, std::numeric_limits<double>::quiet_NaN())));
}

} // namespace words_test
} // namespace poise
