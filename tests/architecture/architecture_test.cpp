// The house keeps its rules, and the checker would notice if it did not.
#include "architecture/code_only.h"
#include "architecture/comment_lines.h"
#include "architecture/house_rules.h"
#include "architecture/rooms.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <ostream>
#include <regex>
#include <set>

namespace poise::internal::architecture {

// For the messages of failing tests.
void PrintTo(const Violation &violation, std::ostream *out) {
  *out << violation.path << ": " << violation.what;
}

namespace architecture_test {

using Files = std::vector<SourceFile>;

// What git would track: everything but the build, caches and git itself.
Files all_files(const std::filesystem::path &top) {
  Files files;
  for (std::filesystem::recursive_directory_iterator at(top), end; at != end; ++at) {
    const std::string name = at->path().filename().string();
    const bool hidden_cache =
        name == ".git" || name == "__pycache__" || name == ".hypothesis" || name == ".pytest_cache";
    const bool build = at.depth() == 0 && name == "build";
    if (hidden_cache || build) {
      at.disable_recursion_pending();
    } else if (at->is_regular_file()) {
      std::ifstream in(at->path(), std::ios::binary);
      std::string text{std::istreambuf_iterator<char>(in), {}};
      if (text.find('\0') == std::string::npos)
        files.push_back({std::filesystem::relative(at->path(), top).generic_string(), std::move(text)});
    }
  }
  return files;
}

const std::string opening = "// Says what it is for.\n";

// Laid out as it should be, with text of its own behind it.
const std::string contract =
    "// PROMISE  rho-zCDP; neighbours replace one row, n is public, and that the text is\n"
    "//          long enough to go on here.\n"
    "//          No overflow.\n"
    "// WHY      One row moves the sum by at most 2C.\n"
    "// ASSUMES  independent uniform bits\n"
    "// CHECKED  tests/mechanism/sum_test.cpp\n"
    "//\n"
    "// Its PROMISE is small.\n";

// A small house that keeps every rule.
Files good_house() {
  return {
      {"src/poise/base/error.h", opening + "#include <string>\n"},
      {"src/poise/table/raw_key.h",
       opening + "class RawKey { friend class Rows; friend struct RawKeyForTests; };\n"},
      {"src/poise/grid/rows.h",
       opening + "#include \"poise/table/raw_key.h\"\nclass Rows { RawKey key(); };\n"},
      {"src/poise/mechanism/CMakeLists.txt",
       "poise_room(mechanism SOURCES sum.cpp NEEDS aggregate random)\n"},
      {"src/poise/mechanism/sum.h",
       opening + "#include \"poise/grid/rows.h\"\n\n// never a double\n//\n" + contract + "int sum();\n"},
      {"src/poise/report/text.h", opening + "#include \"poise/privacy/units.h\"\ndouble shown();\n"},
      {"cli/main.cpp",
       opening + "#include \"poise/estimate/mean.h\"\n#include <iostream>\nint main() { exit(0); }\n"},
      {"tests/table/rows_test.cpp", opening + "struct RawKeyForTests {};\n"},
      {"README.md", "poise mean people.csv\n"},
  };
}

// What the checker says about one more file in the good house.
Files with(Files files, SourceFile one) {
  files.push_back(std::move(one));
  return files;
}
std::vector<Violation> adding(const std::string &path, const std::string &text) {
  return violations(with(good_house(), {path, text}));
}
std::vector<Violation> only(const std::string &path, const std::string &what) { return {{path, what}}; }

TEST(House, KeepsItsRules) {
  const Files files = all_files(POISE_SOURCE_DIR);
  ASSERT_GT(files.size(), 20U) << "the house was not found";
  for (const Violation &violation : violations(files))
    ADD_FAILURE() << violation.path << ": " << violation.what;
}

// A line of the map is "| `room/` ... | what it holds | what, it, leans on |".
TEST(House, TheMapInContributingDrawsTheSameArrows) {
  std::ifstream in(std::string(POISE_SOURCE_DIR) + "/CONTRIBUTING.md");
  const std::regex row(R"(\| `(\w+)/`[^|]*\|[^|]*\| ([\w, ]+) \|)");
  int drawn = 0;
  std::smatch cells;
  for (std::string line; std::getline(in, line);) {
    if (!std::regex_match(line, cells, row) || cells[1] == "cli") continue;
    std::string arrows;
    for (const std::string &next : neighbours(cells[1].str())) arrows += (arrows.empty() ? "" : ", ") + next;
    EXPECT_EQ(cells[2], arrows.empty() ? "nothing" : arrows) << "on the map, " << cells[1];
    ++drawn;
  }
  EXPECT_GE(drawn, 9) << "the map was not found";
}

// A line of the shelves is "| `room/shelf/` | what it holds |".
TEST(House, TheShelvesInContributingAreThoseThatAreThere) {
  std::ifstream in(std::string(POISE_SOURCE_DIR) + "/CONTRIBUTING.md");
  const std::regex row(R"(\| `(\w+)/(\w+)/` \|[^|]*\|)");
  std::set<std::string> drawn, there;
  std::smatch cells;
  for (std::string line; std::getline(in, line);)
    if (std::regex_match(line, cells, row)) drawn.insert(cells[1].str() + "/" + cells[2].str());
  const std::filesystem::path rooms = std::filesystem::path(POISE_SOURCE_DIR) / "src" / "poise";
  for (std::filesystem::recursive_directory_iterator at(rooms), end; at != end; ++at)
    if (at->is_directory() && at.depth() == 1)
      there.insert(std::filesystem::relative(at->path(), rooms).generic_string());
  EXPECT_EQ(drawn, there);
}

TEST(Checker, HasNothingToSayAboutAGoodHouse) {
  EXPECT_EQ(violations(good_house()), std::vector<Violation>());
}

TEST(Checker, FollowsTheArrowsAllTheWayDownAndNeverUp) {
  EXPECT_TRUE(may_use("estimate", "base"));
  EXPECT_TRUE(may_use("mechanism", "table"));
  EXPECT_TRUE(may_use("cli", "estimate"));
  EXPECT_FALSE(may_use("base", "privacy"));
  EXPECT_FALSE(may_use("random", "privacy"));
  EXPECT_FALSE(may_use("report", "table"));
  EXPECT_FALSE(may_use("estimate", "cli"));
}

TEST(Checker, ExperimentsUseTheLibraryAsAnyoneWouldAndTheCommandRunsThem) {
  EXPECT_TRUE(adding("experiments/a.cpp", opening + "#include \"poise/estimate/mean.h\"\n"
                                                    "#include \"experiments/frame/b.h\"\n")
                  .empty());
  EXPECT_TRUE(adding("cli/a.cpp", opening + "#include \"experiments/a.h\"\n").empty());
  const std::string path = "src/poise/estimate/a.cpp";
  EXPECT_EQ(adding(path, opening + "#include \"experiments/a.h\"\n"),
            only(path, "includes \"experiments/a.h\" by another path than the one from src/"));
  EXPECT_EQ(adding("experiments/a.cpp", opening + "void peek(RawKey);\n"),
            only("experiments/a.cpp", "experiments may not name RawKey"));
  EXPECT_FALSE(may_use("experiments", "report"));
}

TEST(Checker, NoticesAnIncludeAgainstTheArrows) {
  const std::string path = "src/poise/random/a.h";
  EXPECT_EQ(adding(path, opening + "#include \"poise/privacy/units.h\"\n"),
            only(path, "random may not include privacy"));
  EXPECT_EQ(adding(path, opening + "#  include <poise/table/table.h>\n"),
            only(path, "random may not include table"));
}

TEST(Checker, NoticesAnIncludeThatHidesItsRoom) {
  const std::string path = "src/poise/report/a.h";
  EXPECT_EQ(adding(path, opening + "#include \"../table/table.h\"\n"),
            only(path, "includes \"../table/table.h\" by another path than the one from src/"));
}

TEST(Checker, NoticesANeighbourInCMakeAgainstTheArrows) {
  const std::string path = "src/poise/random/CMakeLists.txt";
  EXPECT_EQ(
      adding(path, "poise_room(random SOURCES a.cpp\n  NEEDS base\n  mechanism\n  LIBRARIES fmt::fmt)\n"),
      only(path, "random may not need mechanism"));
}

TEST(Checker, NoticesARoomNobodyDrew) {
  const std::string path = "src/poise/attic/a.h";
  EXPECT_EQ(adding(path, opening), only(path, "is in no room that tests/architecture/rooms.cpp knows"));
}

TEST(Checker, AShelfBelongsToItsRoomAndHasBeenDrawn) {
  const std::string shelf = "src/poise/aggregate/kernel/a.h";
  EXPECT_TRUE(adding(shelf, opening + "#include \"poise/grid/rows.h\"\n").empty());
  EXPECT_EQ(adding(shelf, opening + "#include \"poise/mechanism/sum.h\"\n"),
            only(shelf, "aggregate may not include mechanism"));
  EXPECT_EQ(adding("src/poise/mechanism/sum.cpp", opening + "#include \"poise/estimate/mean/a.h\"\n"),
            only("src/poise/mechanism/sum.cpp", "mechanism may not include estimate"));
  const std::string what = "is on no shelf that tests/architecture/rooms.cpp knows";
  for (const std::string path : {"src/poise/aggregate/attic/a.h", "src/poise/aggregate/kernel/deeper/a.h"})
    EXPECT_EQ(adding(path, opening), only(path, what));
}

TEST(Checker, ThePublicHeaderIsForOthers) {
  const std::string face = "src/poise/poise.h", include = "#include \"poise/poise.h\"\n";
  EXPECT_TRUE(adding(face, opening + "#include \"poise/ledger/ledger.h\"\n").empty());
  EXPECT_EQ(adding(face, opening + "#include \"poise/table/raw_key.h\"\n"),
            only(face, "answer may not include the key to raw data"));
  EXPECT_EQ(adding("src/poise/base/a.h", opening + include),
            only("src/poise/base/a.h", "includes the public header, which is for others"));
  EXPECT_TRUE(adding("cli/a.cpp", opening + include).empty());
}

TEST(Checker, NoticesAFolderThatNobodyCanTakeInAtAGlance) {
  Files files = good_house();
  for (int i = 0; i < 32; ++i) files.push_back({"src/poise/grid/a" + std::to_string(i) + ".h", opening});
  EXPECT_EQ(violations(files),
            only("src/poise/grid", "holds 33 files, more than 32: give it shelves")); // with rows.h
  files.pop_back();
  EXPECT_TRUE(violations(files).empty());
}

TEST(Checker, NoticesRawDataOpenedOutsideItsRooms) {
  const std::string path = "src/poise/mechanism/a.h";
  EXPECT_EQ(adding(path, opening + "#include \"poise/table/raw_key.h\"\n"),
            only(path, "mechanism may not include the key to raw data"));
  EXPECT_EQ(adding(path, opening + "void open(RawKey key);\n"), only(path, "mechanism may not name RawKey"));
  EXPECT_EQ(adding(path, opening + "class Rows final : Base {\n};\n"),
            only(path, "mechanism may not define Rows, which can open raw data"));
  EXPECT_EQ(adding("cli/a.h", opening + "#include \"poise/table/raw_key.h\"\n"),
            only("cli/a.h", "cli may not include the key to raw data"));
}

TEST(Checker, NoticesAReleaseMadeOutsideTheMechanisms) {
  const std::string path = "src/poise/estimate/a.h";
  EXPECT_EQ(adding(path, opening + "#include \"poise/mechanism/release_key.h\"\n"),
            only(path, "estimate may not include the key to a release"));
  EXPECT_EQ(adding(path, opening + "ReleaseKey key;\n"), only(path, "estimate may not name ReleaseKey"));
  EXPECT_TRUE(adding("src/poise/aggregate/a.h", opening + "class ReleaseKey;\n").empty());
  EXPECT_TRUE(adding("src/poise/mechanism/a.h", opening + "ReleaseKey key;\n").empty());
}

TEST(Checker, NoticesTheKeyOfTheTestsInTheProduct) {
  const std::string what = "uses the key of the tests";
  EXPECT_EQ(adding("src/poise/grid/a.h", opening + "RawKeyForTests key;\n"),
            only("src/poise/grid/a.h", what));
  EXPECT_EQ(adding("cli/a.h", opening + "struct ReleaseKeyForTests {};\n"), only("cli/a.h", what));
}

TEST(Checker, NoticesARoomThatGrantsItselfABudget) {
  const std::string code = opening + "auto more = Grant<Rho>::open(rho);\n";
  EXPECT_EQ(adding("src/poise/estimate/a.cpp", code),
            only("src/poise/estimate/a.cpp", "opens a budget by itself"));
  EXPECT_TRUE(adding("cli/a.cpp", code).empty());
}

TEST(Checker, NoticesWhoPlaysParticipantsWithoutBeingAModel) {
  const std::string code = opening + "#include \"poise/protocol/participants.h\"\n";
  const std::string what = "cli may not play participants";
  EXPECT_EQ(adding("cli/a.cpp", code), only("cli/a.cpp", what));
  EXPECT_EQ(adding("cli/a.cpp", opening + "Participants everyone;\n"), only("cli/a.cpp", what));
  EXPECT_TRUE(adding("src/poise/local/a.cpp", code).empty());
}

TEST(Checker, NoticesFloatingPointInWhatAParticipantDoesToItsRow) {
  const std::string what = "uses floating point between the aggregates and the release";
  for (const std::string path : {"src/poise/protocol/own_row.cpp", "src/poise/local/local_client.cpp"})
    EXPECT_EQ(adding(path, opening + "double value;\n"), only(path, what));
}

TEST(Checker, NoticesAFileThatDoesNotSayWhatItIsFor) {
  const std::string what = "does not open with a sentence on what it is for";
  EXPECT_EQ(adding("src/poise/base/a.h", "#pragma once\n"), only("src/poise/base/a.h", what));
  EXPECT_EQ(adding("cli/a.cpp", ""), only("cli/a.cpp", what));
  EXPECT_EQ(adding("tests/base/a_test.cpp", "// a_test\n"), only("tests/base/a_test.cpp", what));
}

TEST(Checker, NoticesAFileNamedAfterNothing) {
  const std::string what = "is named after nothing in particular";
  for (const std::string name : {"util.h", "utils.cpp", "csv_helpers.h", "common.h", "misc_things.cpp"})
    EXPECT_EQ(adding("src/poise/base/" + name, opening), only("src/poise/base/" + name, what));
  EXPECT_TRUE(adding("src/poise/base/futile.h", opening).empty());
}

TEST(Checker, NoticesAFileOfMoreThanFiveHundredLines) {
  std::string text = opening;
  for (int line = 1; line < 500; ++line) text += "int a;\n";
  EXPECT_TRUE(adding("cli/a.cpp", text).empty());
  EXPECT_EQ(adding("cli/a.cpp", text + "int b;\n"), only("cli/a.cpp", "has more than 500 lines"));
}

TEST(Checker, NoticesALibraryThatPrintsOrEndsTheProcess) {
  const std::string path = "src/poise/base/a.cpp";
  const auto said = [&](const std::string &code, const std::string &what) {
    EXPECT_EQ(adding(path, opening + code), only(path, "prints or ends the process: " + what));
  };
  said("void f() { std::cout << 1; }\n", "cout");
  said("void f() { std::cerr << 1; }\n", "cerr");
  said("void f() { std::printf(text); }\n", "printf(");
  said("void f() { fmt::print(text); }\n", "fmt::print");
  said("void f() { std::abort(); }\n", "abort(");
  said("void f() { exit (1); }\n", "exit (");
  EXPECT_TRUE(adding(path, opening + "// std::cout and abort() are not used\n").empty());
}

TEST(Checker, NoticesFloatingPointNearARelease) {
  const std::string what = "uses floating point between the aggregates and the release";
  for (const std::string room : {"random", "aggregate", "mechanism"}) {
    const std::string path = "src/poise/" + room + "/a.h";
    EXPECT_EQ(adding(path, opening + "double value;\n"), only(path, what));
    EXPECT_EQ(adding(path, opening + "long f(float value);\n"), only(path, what));
    EXPECT_TRUE(
        adding(path, opening + "// a double would round\nint doubled; auto s = \"double\";\n").empty());
  }
}

TEST(Checker, NoticesWhoShowsAMechanismFloatingPoint) {
  const std::string path = "src/poise/aggregate/people/a.h";
  EXPECT_TRUE(
      adding(path, opening + "double step() const;\nint values(const ReleaseKey &) const;\n").empty());
  EXPECT_EQ(adding(path, opening + "std::vector<double> values(const ReleaseKey &) const;\n"),
            only(path, "shows a mechanism floating point"));
}

TEST(Checker, NoticesAFailureThatCanBeOverlooked) {
  const std::string header = "src/poise/base/a.h";
  const std::string what = "check_it may fail, and is not [[nodiscard]]";
  EXPECT_EQ(adding(header, opening + "std::optional<Error> check_it(int it);\n"), only(header, what));
  EXPECT_EQ(adding(header, opening + "struct A {\n  static std::optional<Error> check_it();\n};\n"),
            only(header, what));
  EXPECT_TRUE(adding(header, opening + "[[nodiscard]] std::optional<Error> check_it(int it);\n").empty());
}

TEST(Checker, NoticesAnOptionInAMessageOfTheLibrary) {
  const std::string source = "src/poise/base/a.cpp";
  const auto says = [&](const std::string &message) {
    return opening + "auto a = bad(\"" + message + "\");\n";
  };
  EXPECT_EQ(adding(source, says("--rho must be positive")),
            only(source, "a message names the option --rho, not a parameter"));
  EXPECT_EQ(adding(source, says("give more, or --std-min")),
            only(source, "a message names the option --std-min, not a parameter"));
  EXPECT_TRUE(adding(source, says("`rho` must be positive") + "// --rho\nint b = --a;\n").empty());
  EXPECT_TRUE(adding(source, says("open one: poise ledger create BOOK --dataset NAME")).empty());
  EXPECT_TRUE(adding("cli/a.cpp", says("--rho must be positive")).empty());
}

TEST(Checker, NoticesWhoAddsToThePublicNamespace) {
  const std::string header = "src/poise/base/a.h";
  EXPECT_EQ(adding(header, opening + "namespace poise {\nvoid split();\n}\n"),
            only(header, "adds to the public namespace, which poise.h alone does"));
  EXPECT_TRUE(adding(header, opening + "namespace poise::internal {\nvoid split();\n}\n").empty());
  EXPECT_TRUE(adding("src/poise/poise.h", opening + "namespace poise {\nusing internal::mean;\n}\n").empty());
}

TEST(Checker, NoticesAPathOfSomebodysMachine) {
  const std::string path = std::string("/ho") + "me/somebody";
  EXPECT_EQ(adding("docs/guide.md", "Run it in " + path + "/poise.\n"),
            only("docs/guide.md", "names a path of somebody's machine: " + path));
  EXPECT_TRUE(adding("docs/guide.md", "See https://example.org" + path + "\n").empty());
}

TEST(Checker, NoticesACommentBeyondTheWidthOfTheFormatter) {
  const std::string what = "line 2: a comment goes beyond column 110";
  const std::string words(105, 'a');
  EXPECT_TRUE(adding("cli/a.h", opening + "// " + words + "…a\n").empty()) << "counted in bytes";
  EXPECT_EQ(adding("cli/a.h", opening + "// " + words + "aaa\n"), only("cli/a.h", what));
  EXPECT_EQ(adding("cli/a.h", opening + "int a; // " + words + "\n"), only("cli/a.h", what));
  EXPECT_TRUE(adding("cli/a.h", opening + "auto a = \"// " + words + "\";\n").empty());
  EXPECT_TRUE(adding("tests/a.cpp", opening + "// EXPECT " + words + "\n").empty());
}

TEST(Checker, NoticesALabelInTheMiddleOfALine) {
  const std::string what = "line 3: the label of a contract is in the middle of a line";
  for (const std::string text : {"columns. CHECKED  tests", "columns. CHECKED: tests", "columns. CHECKED"})
    EXPECT_EQ(adding("cli/a.h", opening + "// WHY      A union bound over the\n// " + text + "\n"),
              only("cli/a.h", what));
  for (const std::string line : {"// PROMISE  A. WHY  B.\n", "// WHY, ASSUMES  As above.\n"})
    EXPECT_EQ(adding("cli/a.h", opening + "int a;\n" + line), only("cli/a.h", what));
}

TEST(Checker, NoticesAContractOutOfItsColumn) {
  const auto out = [](const std::string &line) {
    EXPECT_EQ(adding("cli/a.h", opening + "// PROMISE  All is well.\n" + line + "\n"),
              only("cli/a.h", "line 3: a contract is out of its column"))
        << line;
  };
  out("// unit; n is");
  out("//         one too few");
  out("//           one too many");
  out("// WHY  text too early");
  out("// WHY       text too late");
  out("//  WHY     indented");
  out("// WHY: a colon.");
  out("// ASSUMES");
  // An indented contract has its own columns.
  EXPECT_TRUE(adding("cli/a.h", opening + "  // PROMISE  A.\n  //          B.\n").empty());
  // Another comment is none of its business.
  EXPECT_TRUE(adding("cli/a.h", opening + "// PROMISE  A.\nint a; // b\n").empty());
  EXPECT_TRUE(adding("cli/a.h", opening + "// PROMISE  A.\nint a;\n// b\n").empty());
}

TEST(Checker, NoticesAContractAsTheFormatterOnceBrokeIt) {
  const std::string text = "// PROMISE  rho-zCDP; neighbours replace one row, or all rows of one person "
                           "where the table was read with a\n"
                           "// unit; n is\n"
                           "//          public.\n";
  EXPECT_EQ(adding("cli/a.h", opening + text), only("cli/a.h", "line 3: a contract is out of its column"));
}

TEST(Checker, NoticesALineLeftShortInTheMiddleOfASentence) {
  const std::string what = "a comment is broken where the next word had room";
  const std::string full = "// of them together would be one, who is protected as one and counts as one.\n";
  EXPECT_EQ(
      adding("cli/a.h", opening + "// A row without an id is a person of its own: otherwise all\n" + full),
      only("cli/a.h", "line 2: " + what));
  EXPECT_EQ(adding("cli/a.h", opening + full + "// Holds every\n// id once.\n"),
            only("cli/a.h", "line 3: " + what));
  EXPECT_EQ(adding("cli/a.h", opening + "// WHY      Holds every\n//          id once.\n"),
            only("cli/a.h", "line 2: " + what));
  EXPECT_EQ(adding("cli/a.h", opening + "// WHY      One.\n//          Holds every\n//          id once.\n"),
            only("cli/a.h", "line 3: " + what));
}

TEST(Checker, LetsWellWrappedCommentsBe) {
  const auto fine = [](const std::string &text) {
    EXPECT_EQ(adding("cli/a.h", opening + text), std::vector<Violation>()) << text;
  };
  fine("// One sentence.\n// Another (in brackets.)\n// Then a list:\n//  - one\n//  - two\n");
  fine("//   eps    0.8  1.0\n//   error  .01  .02\n");
  fine("// The end\n\n// of one comment.\n");
  fine("// The end\n//\n// of a paragraph\n");
  fine("// The end\n// \n// of a paragraph\n");
  fine("int a; // one\n       // two\nint b; // three\n");
  const std::string sixty = "// aaaaa aaaaa aaaaa aaaaa aaaaa aaaaa aaaaa aaaaa aaaaa aaa\n";
  fine(sixty + "// aaaaaa\n");
  EXPECT_FALSE(adding("cli/a.h", opening + sixty + "// aaaa\n").empty());
}

TEST(CodeOnly, BlanksCommentsAndLiteralsAndKeepsTheLines) {
  EXPECT_EQ(code_only("int a; // double\nint b;"), "int a;          \nint b;");
  EXPECT_EQ(code_only("a /* x\ny */ b"), "a     \n     b");
  EXPECT_EQ(code_only("f(\"a\\\"b\") + 'c'"), "f(      ) +    ");
  EXPECT_EQ(code_only("1'000 + 2"), "1'000 + 2");
  EXPECT_EQ(code_only("R\"x(a\"b)x\" c"), "           c");
}

TEST(CommentsOnly, BlanksAllElseAndKeepsTheLines) {
  EXPECT_EQ(comments_only("int a; // double\nint b;"), "       // double\n      ");
  EXPECT_EQ(comments_only("a /* x\ny */ b"), "  /* x\ny */  ");
  EXPECT_EQ(comments_only("f(\"// a\");"), "          ");
}

TEST(CommentLines, SayWhereTheyStand) {
  const std::vector<CommentLine> lines = comment_lines("int a; // b \n//\n  //  …c\nR\"(\n// d)\";\n");
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0].text, "b");
  EXPECT_TRUE(lines[0].after_code);
  EXPECT_EQ(lines[1].number, 2U);
  EXPECT_EQ(lines[1].text, "");
  EXPECT_EQ(lines[2].width, 8U);
  EXPECT_EQ(lines[2].margin, 2U);
  EXPECT_EQ(lines[2].indent, 2U);
  EXPECT_FALSE(lines[2].follows(lines[1]));
}

} // namespace architecture_test
} // namespace poise::internal::architecture
