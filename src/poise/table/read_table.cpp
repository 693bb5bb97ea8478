// Opening files, and saying clearly why one cannot be read.
#include "poise/table/read_table.h"

#include "poise/table/read_csv.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <system_error>

namespace poise {
namespace {

using File = std::unique_ptr<std::FILE, int (*)(std::FILE *)>;

Error unreadable(const std::string &path, const std::string &why, std::string remedy) {
  return Error{ErrorKind::bad_input, "cannot read " + path + ": " + why, std::move(remedy)};
}

std::string reason_text(int number) { return std::generic_category().message(number); }

Result<std::string> read_all(std::FILE *file, const std::string &name) {
  std::string text;
  std::array<char, 1 << 16> block;
  while (const std::size_t size = std::fread(block.data(), 1, block.size(), file))
    text.append(block.data(), size);
  if (std::ferror(file)) return unreadable(name, reason_text(errno), "check that it is a readable file");
  return text;
}

Result<std::string> read_file(const std::string &path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    return unreadable(path, "it is a directory", "name a file inside it");
  const File file(std::fopen(path.c_str(), "rb"), std::fclose);
  if (!file) {
    const int reason = errno;
    return unreadable(path, reason == ENOENT ? "there is no such file" : reason_text(reason),
                      reason == EACCES ? "ask for permission to read it" : "check the path");
  }
  return read_all(file.get(), path);
}

// The ending in lower case, point included; the path itself says `-` for standard input.
std::string ending(const std::string &path) {
  std::string result = std::filesystem::path(path).extension().string();
  std::transform(result.begin(), result.end(), result.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return result;
}

} // namespace

Result<Table> read_table(const std::string &path, const std::vector<std::string> &wanted) {
  const bool standard_input = path == "-";
  const std::string format = ending(path);
  if (!standard_input && format != ".csv" && format != ".tsv")
    return unreadable(
        path, format.empty() ? "its name has no ending" : "this version reads no " + format + " files",
        "give a .csv or .tsv file, or pipe CSV text in and name the file -");
  auto text = standard_input ? read_all(stdin, "standard input") : read_file(path);
  if (!text) return text.error();
  return read_csv(std::move(*text), format == ".tsv" ? '\t' : ',', standard_input ? "standard input" : path,
                  wanted);
}

} // namespace poise
