// One number after the other, each exact before it is rounded.
#include "poise/answer/question/public_variances.h"

#include "poise/base/nearest_double.h"
#include "poise/privacy/exact_text.h"
#include "poise/table/cell.h"
#include "poise/table/file_bytes.h"
#include "poise/table/table.h"

#include <algorithm>
#include <filesystem>

namespace poise::internal {
namespace {

Result<double> one(std::string_view text, const std::string &source, const char *remedy) {
  const auto value = read_exact(text);
  if (!value || *value < 0)
    return bad_parameter(source + " must be numbers that are not negative, got " + quote(text), remedy);
  return nearest_double(*value);
}

Result<std::vector<double>> from_list(std::string_view rest) {
  std::vector<double> variances;
  while (true) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const auto value = one(trimmed(rest.substr(0, comma)), "`variances`",
                           "give one a column, separated by commas, such as `variances=1,0.25,9`");
    if (!value) return value.error();
    variances.push_back(*value);
    if (comma == rest.size()) return variances;
    rest.remove_prefix(comma + 1);
  }
}

Result<std::vector<double>> from_file(const std::string &path) {
  std::error_code ignored;
  if (std::filesystem::is_character_file(path, ignored)) // it may never end
    return bad_input(path + " is a device, not a file", "name a file with one variance a column");
  const auto bytes = FileBytes::open(path);
  if (!bytes) return bytes.error();
  std::vector<double> variances;
  std::string_view rest = (*bytes)->view();
  constexpr std::string_view space = " \t\r\n";
  const auto skip_space = [&] { rest.remove_prefix(std::min(rest.find_first_not_of(space), rest.size())); };
  for (skip_space(); !rest.empty(); skip_space()) {
    const std::size_t end = std::min(rest.find_first_of(", \t\r\n"), rest.size());
    const auto value = one(rest.substr(0, end), "the variances in " + path,
                           "give one a column, separated by commas, spaces or new lines");
    if (!value) return value.error();
    variances.push_back(*value);
    if (variances.size() > Table::most_columns)
      return bad_input(path + " has more variances than a table can have columns", "give one a column");
    rest.remove_prefix(end);
    skip_space();
    if (!rest.empty() && rest.front() == ',') rest.remove_prefix(1);
  }
  if (variances.empty()) return bad_input(path + " has no variances", "give one a column");
  return variances;
}

} // namespace

Result<std::optional<std::vector<double>>> read_variances(const std::optional<std::string> &list,
                                                          const std::optional<std::string> &file) {
  using Found = std::optional<std::vector<double>>;
  if (list && file)
    return bad_parameter("`variances` and `variances_from` say the same in two ways", "give one of them");
  if (!list && !file) return Found();
  auto variances = list ? from_list(*list) : from_file(*file);
  if (!variances) return variances.error();
  return Found(std::move(*variances));
}

} // namespace poise::internal
