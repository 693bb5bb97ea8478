// Choosing the reader.
#include "poise/table/read_table.h"

#include "poise/table/file_bytes.h"
#include "poise/table/read_baskets.h"
#include "poise/table/read_csv.h"
#include "poise/table/read_matrix_market.h"
#include "poise/table/read_npy.h"
#include "poise/table/read_svm.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace poise {
namespace {

// The ending in lower case, point included.
std::string ending(const std::string &path) {
  std::string result = std::filesystem::path(path).extension().string();
  std::transform(result.begin(), result.end(), result.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return result;
}

} // namespace

Result<Table> read_table(const std::string &path, const std::vector<std::string> &wanted) {
  const bool standard_input = path == "-";
  const std::string format = standard_input ? ".csv" : ending(path);
  constexpr std::array known = {".csv", ".tsv", ".npy", ".dat", ".svm", ".mtx"};
  if (std::find(known.begin(), known.end(), format) == known.end())
    return Error{
        ErrorKind::bad_input,
        "cannot read " + path + ": " +
            (format.empty() ? "its name has no ending" : "this version reads no " + format + " files"),
        "give a .csv, .tsv, .npy, .dat, .svm or .mtx file, or pipe CSV text in and name the file -"};
  const auto file = FileBytes::open(path);
  if (!file) return file.error();
  const std::string source = standard_input ? "standard input" : path;
  const std::string_view text = (*file)->view();
  if (format == ".npy") return read_npy(*file, source, wanted);
  if (format == ".dat") return read_baskets(text, source, wanted);
  if (format == ".svm") return read_svm(text, source, wanted);
  if (format == ".mtx") return read_matrix_market(text, source, wanted);
  return read_csv(text, format == ".tsv" ? '\t' : ',', source, wanted);
}

} // namespace poise
