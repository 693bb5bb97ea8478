// One record of separated text.
#include "cli/column_names.h"

#include "poise/table/csv/csv_records.h"

namespace poise::internal::cli {

namespace {

// A quote opens a name only where the name begins, so spaces before it have to go.
std::string without_leading_spaces(const std::string &list) {
  std::string result;
  bool quoted = false, name_begins = true;
  for (const char c : list) {
    if (name_begins && c == ' ') continue;
    if (c == '"') quoted = !quoted;
    name_begins = !quoted && c == ',';
    result += c;
  }
  return result;
}

} // namespace

Result<std::vector<std::string>> read_names(const std::optional<std::string> &list) {
  if (!list) return std::vector<std::string>();
  const std::string text = without_leading_spaces(*list);
  CsvRecords records(text, ',');
  std::vector<std::string_view> cells, more;
  if (records.next(cells) != CsvRecords::Next::record || records.next(more) != CsvRecords::Next::end)
    return bad_parameter("--columns is not a list of names",
                         "separate them by commas, such as --columns age,income");
  std::vector<std::string> names;
  for (const std::string_view cell : cells) names.emplace_back(trimmed(cell));
  return names;
}

} // namespace poise::internal::cli
