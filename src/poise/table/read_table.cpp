// Choosing the reader.
#include "poise/table/read_table.h"

#include "poise/table/arrow/read_arrow.h"
#include "poise/table/arrow/read_parquet.h"
#include "poise/table/csv/csv_stream.h"
#include "poise/table/csv/read_csv.h"
#include "poise/table/file_bytes.h"
#include "poise/table/npy/npy_stream.h"
#include "poise/table/npy/read_npy.h"
#include "poise/table/sparse/read_baskets.h"
#include "poise/table/sparse/read_matrix_market.h"
#include "poise/table/sparse/read_svm.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace poise::internal {
namespace {

// The ending in lower case, point included.
std::string ending(const std::string &path) {
  std::string result = std::filesystem::path(path).extension().string();
  std::transform(result.begin(), result.end(), result.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return result;
}

} // namespace

Result<Table> read_table(const std::string &path, const ReadOptions &options) {
  const bool standard_input = path == "-";
  const std::string format = standard_input ? ".csv" : ending(path);
  constexpr std::array known = {".csv",     ".tsv", ".npy", ".parquet", ".arrow",
                                ".feather", ".dat", ".svm", ".mtx"};
  if (std::find(known.begin(), known.end(), format) == known.end())
    return bad_input(
        "cannot read " + path + ": " +
            (format.empty() ? "its name has no ending" : "this version reads no " + format + " files"),
        "give a .csv, .tsv, .npy, .parquet, .arrow, .dat, .svm or .mtx file, or pipe in CSV and name it -");
  const char separator = format == ".tsv" ? '\t' : ',';
  const bool npy = format == ".npy", csv = format == ".csv" || format == ".tsv";
  if (options.no_header && !csv)
    return bad_parameter("`no_header` is for .csv and .tsv files: " + path + " needs none", "leave it out");
  const auto file = OpenFile::open(path);
  if (!file) return file.error();
  if ((*file)->rereadable() && (*file)->size() > options.memory) {
    if (npy) return stream_npy(*file, options);
    if (csv) return stream_csv(*file, separator, options);
  }
  const auto bytes = FileBytes::of(**file);
  if (!bytes) return bytes.error();
  const std::string &source = (*file)->name();
  const std::string_view text = (*bytes)->view();
  if (npy) return read_npy(*bytes, source, options);
  if (format == ".parquet") return read_parquet(*bytes, source, options);
  if (format == ".arrow" || format == ".feather") return read_arrow(*bytes, source, options);
  if (format == ".dat") return read_baskets(text, source, options);
  if (format == ".svm") return read_svm(text, source, options);
  if (format == ".mtx") return read_matrix_market(text, source, options);
  return read_csv(text, separator, source, options);
}

} // namespace poise::internal
