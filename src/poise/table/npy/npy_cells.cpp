// From the type in a header to the type of a view.
#include "poise/table/npy/npy_cells.h"

#include "poise/table/columns/choose_columns.h"
#include "poise/table/columns/numbered_columns.h"
#include "poise/table/table.h"

#include <variant>

namespace poise::internal {
namespace {

// A zero of the type that cells have, to be visited.
using Zero = std::variant<double, float, std::int64_t, std::int32_t, std::int16_t, std::int8_t, std::uint32_t,
                          std::uint16_t, std::uint8_t>;

Zero zero_of(NpyType type) {
  switch (type) {
  case NpyType::f4:
    return float{};
  case NpyType::i1:
    return std::int8_t{};
  case NpyType::i2:
    return std::int16_t{};
  case NpyType::i4:
    return std::int32_t{};
  case NpyType::i8:
    return std::int64_t{};
  case NpyType::u1:
    return std::uint8_t{};
  case NpyType::u2:
    return std::uint16_t{};
  case NpyType::u4:
    return std::uint32_t{};
  case NpyType::f8:
    break;
  }
  return double{};
}

const std::byte *as_bytes(const char *cells) { return reinterpret_cast<const std::byte *>(cells); }

} // namespace

Result<NpyCells> choose_npy_cells(std::string_view bytes, const std::string &source,
                                  const ReadOptions &options) {
  const auto header = read_npy_header(bytes, source);
  if (!header) return header.error();
  if (header->columns > Table::most_columns)
    return bad_input(source + " has more than " + std::to_string(Table::most_columns) + " columns",
                     "give it fewer columns; numpy.load(…).T turns it around");
  const NumberedColumns columns{"c", 0, header->columns - 1};
  auto picks = find_numbers(source, columns, options.columns);
  if (!picks) return picks.error();
  NpyCells cells{*header, options.columns, std::move(*picks), std::nullopt};
  if (cells.names.empty()) cells.names = names_of(columns);
  if (!options.unit) return cells;

  if (const auto error = refuse_unit_as_column(options)) return *error;
  const auto unit = find_numbers(source, columns, {*options.unit});
  if (!unit) return unit.error();
  cells.unit = unit->front();
  if (!options.columns.empty()) return cells;
  if (header->columns == 1)
    return bad_input(source + " has no column besides the unit", "give it one of numbers");
  cells.names.erase(cells.names.begin() + static_cast<std::ptrdiff_t>(*cells.unit));
  for (std::size_t place = 0; place < header->columns; ++place)
    if (place != *cells.unit) cells.picks.push_back(place);
  return cells;
}

Rows npy_rows(NpyType type, const char *cells, std::size_t rows, std::size_t columns, NpySteps steps,
              std::span<const std::size_t> picks) {
  const auto view = [&](auto zero) {
    return Rows(DenseRows<decltype(zero)>(as_bytes(cells), rows, columns, steps.row, steps.column, picks));
  };
  return std::visit(view, zero_of(type));
}

void for_each_id(NpyType type, const char *column, std::size_t rows, std::size_t step,
                 const std::function<void(RowId)> &use) {
  const auto walk = [&](auto zero) {
    using T = decltype(zero);
    const DenseRows<T> view(as_bytes(column), rows, 1, step, sizeof(T));
    for (std::size_t row = 0; row < rows; ++row) use(NumberId<T>(view.at(row, 0)).id());
  };
  std::visit(walk, zero_of(type));
}

} // namespace poise::internal
