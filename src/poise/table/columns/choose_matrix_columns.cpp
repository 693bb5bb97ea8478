// Names are looked up; numbers are read from the name.
#include "poise/table/columns/choose_matrix_columns.h"

#include "poise/table/columns/numbered_columns.h"
#include "poise/table/table.h"

#include <numeric>
#include <stdexcept>

namespace poise::internal {
namespace {

Result<ChosenColumns> choose_numbered(const std::string &source, std::size_t columns,
                                      const ReadOptions &options) {
  const NumberedColumns numbered{"c", 0, columns - 1};
  auto places = find_numbers(source, numbered, options.columns);
  if (!places) return places.error();
  if (places->empty()) {
    places->resize(columns);
    std::iota(places->begin(), places->end(), std::size_t{0});
  }
  if (!options.unit) return ChosenColumns{std::move(*places), std::nullopt};
  if (const auto error = refuse_unit_as_column(options)) return *error;
  const auto unit = find_numbers(source, numbered, {*options.unit});
  if (!unit) return unit.error();
  std::erase(*places, unit->front()); // it is there when all columns are taken
  return ChosenColumns{std::move(*places), unit->front()};
}

} // namespace

Result<MatrixColumns> choose_matrix_columns(const std::string &source, std::size_t columns,
                                            const std::vector<std::string> &names,
                                            const ReadOptions &options) {
  if (!names.empty() && names.size() != columns)
    throw std::logic_error("poise: a matrix needs one name per column, or none");
  if (columns == 0) return bad_input(source + " has no columns", "give it at least one column");
  if (columns > Table::most_columns)
    return bad_input(source + " has more than " + std::to_string(Table::most_columns) + " columns",
                     "give it fewer columns; if they are its rows, turn it around");
  auto chosen = names.empty() ? choose_numbered(source, columns, options)
                              : choose_columns_and_unit(source, names, options);
  if (!chosen) return chosen.error();
  if (chosen->columns.empty())
    return bad_input(source + " has no column besides the unit", "give it one of numbers");
  MatrixColumns result{{}, std::move(chosen->columns), chosen->unit};
  result.names.reserve(result.places.size());
  for (const std::size_t place : result.places)
    result.names.push_back(names.empty() ? "c" + std::to_string(place) : names[place]);
  return result;
}

} // namespace poise::internal
