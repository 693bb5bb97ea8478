// Looking names up in a header.
#include "poise/table/columns/choose_columns.h"

#include "poise/base/closest.h"
#include "poise/table/cell.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace poise::internal {
namespace {

std::optional<std::string> first_repeated(const std::vector<std::string> &names) {
  std::unordered_set<std::string> seen;
  for (const std::string &name : names)
    if (!seen.insert(name).second) return name;
  return std::nullopt;
}

// Unnamed columns are not asked for, so it does not matter how many there are.
std::optional<std::string> first_repeated_of_header(std::vector<std::string> names) {
  std::erase_if(names, is_unnamed);
  return first_repeated(names);
}

bool is_number_between(std::string_view text, std::string_view before, std::string_view behind) {
  if (!text.starts_with(before) || !text.ends_with(behind)) return false;
  if (text.size() <= before.size() + behind.size()) return false;
  text.remove_prefix(before.size());
  text.remove_suffix(behind.size());
  return text.find_first_not_of("0123456789") == std::string_view::npos;
}

// A name with commas of which the wish is a piece, as where lists are separated by commas.
std::optional<std::string> name_with_comma(std::string_view piece, const std::vector<std::string> &header) {
  for (const std::string &name : header)
    for (std::string_view rest = name;
         rest.find(',') != std::string_view::npos || rest.size() < name.size();) {
      const std::size_t comma = std::min(rest.find(','), rest.size());
      if (!piece.empty() && trimmed(rest.substr(0, comma)) == piece) return name;
      if (comma == rest.size()) break;
      rest.remove_prefix(comma + 1);
    }
  return std::nullopt;
}

std::string some_of(const std::vector<std::string> &names) {
  constexpr std::size_t shown = 12;
  std::string list;
  for (std::size_t i = 0; i < names.size() && i < shown; ++i) list += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > shown) list += ", and " + std::to_string(names.size() - shown) + " more";
  return list;
}

std::string remedy_for(const std::string &name, const std::vector<std::string> &header) {
  if (const auto whole = name_with_comma(name, header))
    return "in a list, a name that has a comma goes in double quotes: '\"" + *whole + "\"'";
  const auto meant = closest(name, header);
  return meant ? "did you mean '" + *meant + "'?" : "its columns are: " + some_of(header);
}

} // namespace

bool is_unnamed(std::string_view name) {
  return name.empty() || is_number_between(name, "Unnamed: ", "") ||
         is_number_between(name, "__index_level_", "__");
}

bool repeats_a_name(const std::vector<std::string> &header) {
  return first_repeated_of_header(header).has_value();
}

Result<std::vector<std::size_t>> choose_columns(const std::string &source,
                                                const std::vector<std::string> &header,
                                                const std::vector<std::string> &wanted) {
  if (const auto name = first_repeated_of_header(header))
    return bad_input(source + " has more than one column named '" + *name + "'",
                     "give every column a name of its own");
  if (const auto name = first_repeated(wanted))
    return bad_parameter("column '" + *name + "' is asked for more than once", "name every column once");
  if (wanted.empty()) {
    std::vector<std::size_t> named;
    for (std::size_t i = 0; i < header.size(); ++i)
      if (!is_unnamed(header[i])) named.push_back(i);
    if (named.empty())
      return bad_input(source + " has no column with a name of its own",
                       "give its columns names, or ask for them with `columns`");
    return named;
  }
  std::unordered_map<std::string, std::size_t> place;
  for (std::size_t i = 0; i < header.size(); ++i) place.emplace(header[i], i);
  std::vector<std::size_t> chosen;
  for (const std::string &name : wanted) {
    const auto found = place.find(name);
    if (found == place.end())
      return bad_input(source + " has no column '" + name + "'", remedy_for(name, header));
    chosen.push_back(found->second);
  }
  return chosen;
}

std::optional<Error> refuse_unit_as_column(const ReadOptions &options) {
  if (!options.unit) return std::nullopt;
  for (const std::string &name : options.columns)
    if (name == *options.unit)
      return bad_parameter("column '" + name + "' is the unit, and asked for as a column too",
                           "leave it out of the columns, or name another unit");
  return std::nullopt;
}

Result<ChosenColumns> choose_columns_and_unit(const std::string &source,
                                              const std::vector<std::string> &header,
                                              const ReadOptions &options) {
  auto columns = choose_columns(source, header, options.columns);
  if (!columns) return columns.error();
  if (!options.unit) return ChosenColumns{std::move(*columns), std::nullopt};
  if (const auto error = refuse_unit_as_column(options)) return *error;
  const auto unit = choose_columns(source, header, {*options.unit});
  if (!unit) return unit.error();
  std::erase(*columns, unit->front()); // it is there when all columns are taken
  return ChosenColumns{std::move(*columns), unit->front()};
}

} // namespace poise::internal
