// Reading the number in a name, without a list of all names.
#include "poise/table/columns/numbered_columns.h"

#include <charconv>
#include <unordered_set>

namespace poise::internal {
namespace {

std::string name_of(const NumberedColumns &columns, std::size_t number) {
  return std::string(columns.prefix) + std::to_string(number);
}

} // namespace

std::optional<std::size_t> read_whole(std::string_view digits) {
  std::size_t number = 0;
  const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (failure != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  return number;
}

Result<std::vector<std::size_t>> find_numbers(const std::string &source, const NumberedColumns &columns,
                                              const std::vector<std::string> &wanted) {
  std::vector<std::size_t> numbers;
  std::unordered_set<std::size_t> seen;
  for (const std::string &name : wanted) {
    const auto number = name.starts_with(columns.prefix)
                            ? read_whole(std::string_view(name).substr(columns.prefix.size()))
                            : std::nullopt;
    if (!number || *number < columns.first || *number > columns.last || name_of(columns, *number) != name)
      return bad_input(source + " has no column '" + name + "'", "its columns are " +
                                                                     name_of(columns, columns.first) +
                                                                     " to " + name_of(columns, columns.last));
    if (!seen.insert(*number).second)
      return bad_parameter("column '" + name + "' is asked for more than once", "name every column once");
    numbers.push_back(*number);
  }
  return numbers;
}

std::vector<std::string> names_of(const NumberedColumns &columns) {
  std::vector<std::string> names;
  names.reserve(columns.last - columns.first + 1);
  for (std::size_t number = columns.first; number <= columns.last; ++number)
    names.push_back(name_of(columns, number));
  return names;
}

} // namespace poise::internal
