// One function a rule; each looks at one file.
#include "architecture/house_rules.h"

#include "architecture/code_only.h"
#include "architecture/comment_lines.h"
#include "architecture/rooms.h"

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string_view>

namespace poise::internal::architecture {
namespace {

const std::string raw_key_header = "src/poise/table/raw_key.h";
const std::string public_header = "src/poise/poise.h";
const std::string release_key_header = "src/poise/mechanism/release_key.h";
constexpr std::ptrdiff_t most_lines = 500;
constexpr std::size_t most_columns = 110;   // as in .clang-format
constexpr std::size_t contract_indent = 10; // of the text of a contract, behind the slashes
constexpr std::size_t most_files = 32;

// A file with what several rules ask about it.
struct Examined {
  const SourceFile &file;
  std::string room; // of src/poise, or "cli", or "experiments"; empty elsewhere
  std::string code; // empty unless it is C++
  std::vector<CommentLine> comments;

  bool is_cpp() const { return file.path.ends_with(".h") || file.path.ends_with(".cpp"); }
  bool in_library() const { return file.path.starts_with("src/poise/"); }
  bool in_product() const { return in_library() || room == "cli" || room == "experiments"; }
  std::string name() const { return file.path.substr(file.path.rfind('/') + 1); }
};

using Report = std::vector<Violation>;

std::string room_of(const std::string &path) {
  static const std::regex library("^src/poise/([^/]+)/.*");
  std::smatch match;
  if (std::regex_match(path, match, library)) return match[1];
  if (path == public_header) return "answer"; // the face of the house, which may show what answer may use
  if (path.starts_with("experiments/")) return "experiments";
  return path.starts_with("cli/") ? "cli" : "";
}

Examined examine(const SourceFile &file) {
  Examined result{file, room_of(file.path), "", {}};
  if (result.is_cpp()) {
    result.code = code_only(file.text);
    result.comments = comment_lines(file.text);
  }
  return result;
}

// All matches of a pattern's first group.
std::vector<std::string> all_of(const std::string &text, const std::regex &pattern) {
  std::vector<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at)
    found.push_back((*at)[1]);
  return found;
}

bool includes(const Examined &file, const std::string &header) {
  return std::regex_search(file.file.text, std::regex("#[ \t]*include[ \t]*[\"<]" + header + "[\">]"));
}

void check_rooms(const Examined &file, Report &report) {
  if (file.in_library() && file.file.path != "src/poise/CMakeLists.txt" && !is_room(file.room))
    report.push_back({file.file.path, "is in no room that tests/architecture/rooms.cpp knows"});
}

// A room is flat, or has the shelves that were drawn; a shelf has none of its own.
void check_shelf(const Examined &file, Report &report) {
  static const std::regex deeper("src/poise/([^/]+)/([^/]+)/(.*)");
  std::smatch match;
  if (!std::regex_match(file.file.path, match, deeper) || !is_room(match[1].str())) return;
  const std::vector<std::string> known = shelves(match[1].str());
  if (std::ranges::find(known, match[2].str()) == known.end() ||
      match[3].str().find('/') != std::string::npos)
    report.push_back({file.file.path, "is on no shelf that tests/architecture/rooms.cpp knows"});
}

// What nobody can take in at a glance: more files in one folder than this.
void check_crowds(const std::vector<SourceFile> &files, Report &report) {
  std::map<std::string, std::size_t> held;
  for (const SourceFile &file : files)
    if (const Examined seen{file, room_of(file.path), "", {}}; seen.in_product())
      ++held[file.path.substr(0, file.path.rfind('/'))];
  for (const auto &[folder, count] : held)
    if (count > most_files)
      report.push_back({folder, "holds " + std::to_string(count) + " files, more than " +
                                    std::to_string(most_files) + ": give it shelves"});
}

void check_includes(const Examined &file, Report &report) {
  if (!file.in_product() || !file.is_cpp()) return;
  static const std::regex own("(?:^|\n)[ \t]*#[ \t]*include[ \t]*[\"<]poise/([^/\">]+)/");
  for (const std::string &other : all_of(file.file.text, own))
    if (!may_use(file.room, other))
      report.push_back({file.file.path, file.room + " may not include " + other});

  if (file.in_library() && includes(file, "poise/poise\\.h"))
    report.push_back({file.file.path, "includes the public header, which is for others"});

  static const std::regex quoted("(?:^|\n)[ \t]*#[ \t]*include[ \t]*\"([^\"]*)\"");
  for (const std::string &header : all_of(file.file.text, quoted))
    if (!header.starts_with("poise/") && !(file.room == "cli" && header.starts_with("cli/")) &&
        !(!file.in_library() && header.starts_with("experiments/")))
      report.push_back(
          {file.file.path, "includes \"" + header + "\" by another path than the one from src/"});
}

void check_cmake_neighbours(const Examined &file, Report &report) {
  if (!file.in_library() || file.name() != "CMakeLists.txt") return;
  static const std::regex needs("\\bNEEDS\\s+([a-z_\\s]+)");
  for (const std::string &list : all_of(file.file.text, needs)) {
    std::istringstream words(list);
    for (std::string other; words >> other;)
      if (!may_use(file.room, other))
        report.push_back({file.file.path, file.room + " may not need " + other});
  }
}

bool names(const Examined &file, const std::string &word) {
  return std::regex_search(file.code, std::regex("\\b" + word + "\\b"));
}

// The key to raw data opens rows for the rooms that may see them.
void check_raw_key(const Examined &file, Report &report) {
  if (!file.in_product() || !file.is_cpp() || file.file.path == raw_key_header) return;
  if (!sees_raw_data(file.room)) {
    if (includes(file, "poise/table/raw_key\\.h"))
      report.push_back({file.file.path, file.room + " may not include the key to raw data"});
    if (names(file, "RawKey")) report.push_back({file.file.path, file.room + " may not name RawKey"});
  }
  if (names(file, "RawKeyForTests")) report.push_back({file.file.path, "uses the key of the tests"});
}

// The key to a release opens exact aggregates; they name it at their door, mechanisms hold it.
void check_release_key(const Examined &file, Report &report) {
  if (!file.in_product() || !file.is_cpp() || file.file.path == release_key_header) return;
  if (file.room != "mechanism") {
    if (includes(file, "poise/mechanism/release_key\\.h"))
      report.push_back({file.file.path, file.room + " may not include the key to a release"});
    if (file.room != "aggregate" && names(file, "ReleaseKey"))
      report.push_back({file.file.path, file.room + " may not name ReleaseKey"});
  }
  if (names(file, "ReleaseKeyForTests")) report.push_back({file.file.path, "uses the key of the tests"});
}

// Budget comes from the user or from the book, never from within.
void check_budget(const Examined &file, Report &report) {
  if (!file.in_library() || !file.is_cpp() || file.room == "answer") return;
  static const std::regex opens("\\bGrant\\s*<[^>;]*>\\s*::\\s*open\\b");
  if (std::regex_search(file.code, opens)) report.push_back({file.file.path, "opens a budget by itself"});
}

// Participants open every row to whoever they are handed to: the models that play them, and who answers for
// real.
void check_participants(const Examined &file, Report &report) {
  static const std::set<std::string, std::less<>> rooms = {"protocol", "local", "shuffle"};
  if (!file.in_product() || !file.is_cpp() || rooms.contains(file.room) ||
      file.file.path == "src/poise/answer/rounds.cpp" || file.file.path == raw_key_header)
    return;
  if (includes(file, "poise/protocol/participants\\.h") || names(file, "Participants"))
    report.push_back({file.file.path, file.room + " may not play participants"});
}

// A friend of RawKey can make one, so it must live where raw data may be seen.
void check_holder(const Examined &file, const std::string &holder, Report &report) {
  if (!file.in_product() || !file.is_cpp() || sees_raw_data(file.room)) return;
  const std::regex definition("\\b(?:class|struct)\\s+" + holder + "\\b[^;]*\\{");
  if (std::regex_search(file.code, definition))
    report.push_back({file.file.path, file.room + " may not define " + holder + ", which can open raw data"});
}

void check_opening(const Examined &file, Report &report) {
  if (!file.is_cpp()) return;
  static const std::regex sentence("// [A-Za-z0-9`][^\n]*[a-z][^\n]*(?:[.:;,]|\n// [^\n]*)(?:\n[^]*)?");
  if (!std::regex_match(file.file.text.substr(0, 400), sentence))
    report.push_back({file.file.path, "does not open with a sentence on what it is for"});
}

void check_size_and_name(const Examined &file, Report &report) {
  if (!file.is_cpp()) return;
  if (file.in_product() && std::ranges::count(file.file.text, '\n') > most_lines)
    report.push_back({file.file.path, "has more than 500 lines"});
  static const std::regex nothing("(?:.*_)?(?:util|helper|common|misc)[a-z]*(?:_[^/]*)?\\.(?:h|cpp)");
  if (std::regex_match(file.name(), nothing))
    report.push_back({file.file.path, "is named after nothing in particular"});
}

void check_silence(const Examined &file, Report &report) {
  if (!file.in_library() || !file.is_cpp()) return;
  static const std::regex loud(
      "(\\b(?:cout|cerr|clog)\\b|\\b(?:f|v|vf)?printf\\s*\\(|\\bf?puts\\s*\\(|\\bfmt::print\\b|"
      "\\b(?:abort|_?exit|quick_exit|_Exit|terminate|assert)\\s*\\()");
  for (const std::string &what : all_of(file.code, loud))
    report.push_back({file.file.path, "prints or ends the process: " + what});
}

void check_integers(const Examined &file, Report &report) {
  static const std::set<std::string, std::less<>> exact = {"random", "aggregate", "mechanism"};
  // What a participant does to its row before the noise, and the noise.
  static const std::regex client(
      "src/poise/(?:protocol/own_row|local/local_client|shuffle/(?:vector|noise)_shares)\\.\\w+");
  if (!file.in_library() || !file.is_cpp()) return;
  if (!exact.contains(file.room) && !std::regex_match(file.file.path, client)) return;
  static const std::regex inexact("\\b(double|float)\\b");
  // Where a public map places rows any fixed function of a row will do, rounded or not: what it makes is
  // bounded as integers at its end (kernel/map_rows.h), and integers are all that a mechanism may be shown.
  static const std::regex placing("src/poise/aggregate/(?:people/\\w+|kernel/map_rows)\\.\\w+");
  static const std::regex shown("\\b(?:double|float)\\b[^;{]*\\bReleaseKey\\b");
  if (std::regex_match(file.file.path, placing)) {
    if (std::regex_search(file.code, shown))
      report.push_back({file.file.path, "shows a mechanism floating point"});
    return;
  }
  if (std::regex_search(file.code, inexact))
    report.push_back({file.file.path, "uses floating point between the aggregates and the release"});
}

void check_nodiscard(const Examined &file, Report &report) {
  if (!file.in_product() || !file.name().ends_with(".h")) return;
  static const std::regex careless("(?:^|\n) *(?:(?:virtual|static|inline) )*std::optional<Error> (\\w+)\\(");
  for (const std::string &name : all_of(file.code, careless))
    report.push_back({file.file.path, name + " may fail, and is not [[nodiscard]]"});
}

// Whoever shows a message spells parameters as options or as keywords (base/parameter_names.h). A line that
// names a whole command, such as `poise ledger create`, is for a shell and for everyone.
void check_messages(const Examined &file, Report &report) {
  if (!file.in_library() || !file.is_cpp() || file.name() == "html_style.cpp") return;
  static const std::regex option("\"(?:[^\"\n]*[^\\w\"-])?(--[a-z][a-z-]*)");
  std::istringstream lines(file.file.text);
  for (std::string line; std::getline(lines, line);) {
    if (line.find("poise ledger") != line.npos || line.find("poise forecast") != line.npos) continue;
    if (line.find_first_not_of(' ') != line.npos &&
        line.substr(line.find_first_not_of(' ')).starts_with("//"))
      continue;
    for (const std::string &name : all_of(line, option))
      report.push_back({file.file.path, "a message names the option " + name + ", not a parameter"});
  }
}

void check_namespace(const Examined &file, Report &report) {
  if (!file.in_library() || !file.is_cpp() || file.file.path == "src/poise/poise.h") return;
  static const std::regex face("\\b(namespace poise\\b)(?!::internal\\b)");
  if (std::regex_search(file.code, face))
    report.push_back({file.file.path, "adds to the public namespace, which poise.h alone does"});
}

void check_machine_paths(const Examined &file, Report &report) {
  // Written in pieces, so that this file keeps the rule as well.
  static const std::regex somewhere("(?:^|[^A-Za-z0-9_.}])(/(?:ho"
                                    "me|ro"
                                    "ot|wo"
                                    "rk|Us"
                                    "ers)/[A-Za-z0-9_.-]+|[A-Z]:\\\\\\\\?Us"
                                    "ers)");
  for (const std::string &path : all_of(file.file.text, somewhere))
    report.push_back({file.file.path, "names a path of somebody's machine: " + path});
}

void say(const Examined &file, const CommentLine &line, const std::string &what, Report &report) {
  report.push_back({file.file.path, "line " + std::to_string(line.number) + ": " + what});
}

void check_comment_width(const Examined &file, Report &report) {
  for (const CommentLine &line : file.comments)
    if (line.width > most_columns && !line.text.starts_with("EXPECT")) // one line, however long
      say(file, line, "a comment goes beyond column " + std::to_string(most_columns), report);
}

// The label that the text begins with, or nothing.
std::string label_of(const std::string &text) {
  static const std::regex label("^(?:PROMISE|WHY|ASSUMES|CHECKED)\\b");
  std::smatch match;
  return std::regex_search(text, match, label) ? match.str() : "";
}

// Indented as the text of a contract is; for a line with a label, that of what is behind it.
bool in_contract_column(const CommentLine &line) {
  const std::size_t label = label_of(line.text).size();
  if (label == 0) return line.indent == contract_indent;
  return line.indent == 1 && line.indent + line.text.find_first_not_of(' ', label) == contract_indent;
}

// Which of the lines belong to a contract: from a label to an empty comment line or the end of the comment.
std::vector<bool> contract_lines(const std::vector<CommentLine> &lines) {
  std::vector<bool> result(lines.size());
  for (std::size_t at = 0; at < lines.size(); ++at) {
    const bool goes_on = at > 0 && result[at - 1] && lines[at].follows(lines[at - 1]);
    result[at] = !lines[at].text.empty() && (goes_on || !label_of(lines[at].text).empty());
  }
  return result;
}

void check_contracts(const Examined &file, Report &report) {
  // What makes it a label is what is behind it: prose may speak of a PROMISE.
  static const std::regex inside(".\\b(?:PROMISE|WHY|ASSUMES|CHECKED)(?:  |:|$)");
  const std::vector<bool> in_contract = contract_lines(file.comments);
  for (std::size_t at = 0; at < file.comments.size(); ++at) {
    const CommentLine &line = file.comments[at];
    if (std::regex_search(line.text, inside))
      say(file, line, "the label of a contract is in the middle of a line", report);
    else if (in_contract[at] && !in_contract_column(line))
      say(file, line, "a contract is out of its column", report);
  }
}

// What is indented is a list, a table or a formula.
bool is_running_text(const CommentLine &line, bool in_contract) {
  return !line.text.empty() && (in_contract ? in_contract_column(line) : line.indent == 1);
}

// A line that was left short in the middle of a sentence. The next word had room up to 60% of the width, so
// that nothing is meant that was wrapped there or further to the right.
void check_stranded_lines(const Examined &file, Report &report) {
  static const std::regex ends_sentence("(?:[.:;?!]|…)[)\"'`]*$");
  const std::vector<bool> in_contract = contract_lines(file.comments);
  for (std::size_t at = 1; at < file.comments.size(); ++at) {
    const CommentLine &line = file.comments[at - 1];
    const CommentLine &next = file.comments[at];
    if (line.after_code || !next.follows(line) || !label_of(next.text).empty()) continue;
    if (!is_running_text(line, in_contract[at]) || !is_running_text(next, in_contract[at])) continue;
    if (std::regex_search(line.text, ends_sentence)) continue;
    const std::size_t needed = line.width + 1 + characters(next.text.substr(0, next.text.find(' ')));
    if (needed * 10 < most_columns * 6)
      say(file, line, "a comment is broken where the next word had room", report);
  }
}

std::vector<std::string> holders_of_raw_key(const std::vector<SourceFile> &files) {
  static const std::regex friends("\\bfriend\\s+(?:class|struct)\\s+(\\w+)");
  for (const SourceFile &file : files)
    if (file.path == raw_key_header) return all_of(code_only(file.text), friends);
  return {};
}

} // namespace

std::vector<Violation> violations(const std::vector<SourceFile> &files) {
  const std::vector<std::string> holders = holders_of_raw_key(files);
  Report report;
  check_crowds(files, report);
  for (const SourceFile &each : files) {
    const Examined file = examine(each);
    check_rooms(file, report);
    check_shelf(file, report);
    check_includes(file, report);
    check_cmake_neighbours(file, report);
    check_raw_key(file, report);
    check_release_key(file, report);
    check_budget(file, report);
    check_participants(file, report);
    for (const std::string &holder : holders) check_holder(file, holder, report);
    check_opening(file, report);
    check_size_and_name(file, report);
    check_silence(file, report);
    check_integers(file, report);
    check_nodiscard(file, report);
    check_messages(file, report);
    check_namespace(file, report);
    check_machine_paths(file, report);
    check_comment_width(file, report);
    check_contracts(file, report);
    check_stranded_lines(file, report);
  }
  return report;
}

} // namespace poise::internal::architecture
