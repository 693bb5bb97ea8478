// Looking names up in a header.
#include "poise/table/choose_columns.h"

#include "poise/base/closest.h"

#include <numeric>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace poise {
namespace {

std::optional<std::string> first_repeated(const std::vector<std::string> &names) {
  std::unordered_set<std::string> seen;
  for (const std::string &name : names)
    if (!seen.insert(name).second) return name;
  return std::nullopt;
}

std::string some_of(const std::vector<std::string> &names) {
  constexpr std::size_t shown = 12;
  std::string list;
  for (std::size_t i = 0; i < names.size() && i < shown; ++i) list += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > shown) list += ", and " + std::to_string(names.size() - shown) + " more";
  return list;
}

} // namespace

Result<std::vector<std::size_t>> choose_columns(const std::string &source,
                                                const std::vector<std::string> &header,
                                                const std::vector<std::string> &wanted) {
  if (const auto name = first_repeated(header))
    return Error{ErrorKind::bad_input, source + " has more than one column named '" + *name + "'",
                 "give every column a name of its own"};
  if (const auto name = first_repeated(wanted))
    return Error{ErrorKind::bad_parameter, "column '" + *name + "' is asked for more than once",
                 "name every column once"};
  if (wanted.empty()) {
    std::vector<std::size_t> all(header.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return all;
  }
  std::unordered_map<std::string, std::size_t> place;
  for (std::size_t i = 0; i < header.size(); ++i) place.emplace(header[i], i);
  std::vector<std::size_t> chosen;
  for (const std::string &name : wanted) {
    const auto found = place.find(name);
    if (found == place.end()) {
      const auto meant = closest(name, header);
      return Error{ErrorKind::bad_input, source + " has no column '" + name + "'",
                   meant ? "did you mean '" + *meant + "'?" : "its columns are: " + some_of(header)};
    }
    chosen.push_back(found->second);
  }
  return chosen;
}

std::optional<Error> refuse_unit_as_column(const ReadOptions &options) {
  if (!options.unit) return std::nullopt;
  for (const std::string &name : options.columns)
    if (name == *options.unit)
      return Error{ErrorKind::bad_parameter,
                   "column '" + name + "' is the unit, and asked for as a column too",
                   "leave it out of the columns, or name another unit"};
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

} // namespace poise
