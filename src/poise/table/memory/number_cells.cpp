// Loading, copying and naming cells of every type.
#include "poise/table/memory/number_cells.h"

#include "poise/table/row_id.h"

namespace poise::internal {

std::size_t size_of(NumberType type) {
  return dispatch_type(type, [](auto zero) { return sizeof(zero); });
}

std::optional<Column> as_column(const NumberCells &cells, std::size_t rows) {
  return dispatch_type(cells.type, [&](auto zero) -> std::optional<Column> {
    using T = decltype(zero);
    if (rows > 1 && cells.step != static_cast<std::ptrdiff_t>(sizeof(T))) return std::nullopt;
    if (reinterpret_cast<std::uintptr_t>(cells.first) % alignof(T) != 0) return std::nullopt;
    return Column{static_cast<const T *>(cells.first)};
  });
}

Column as_column(const NumberCells &cells, std::size_t rows, std::vector<std::byte> &kept) {
  if (const auto column = as_column(cells, rows)) return *column;
  return dispatch_type(cells.type, [&](auto zero) {
    using T = decltype(zero);
    kept.resize(rows * sizeof(T));
    for (std::size_t row = 0; row < rows; ++row) {
      const T cell = cells.at<T>(row);
      std::memcpy(kept.data() + row * sizeof(T), &cell, sizeof(T));
    }
    return Column{reinterpret_cast<const T *>(kept.data())};
  });
}

std::vector<std::uint64_t> whose_rows(const NumberCells &ids, std::size_t rows, PeopleNumbers &people,
                                      const std::uint8_t *present, std::size_t first_bit) {
  const Column presence{{}, present, first_bit};
  std::vector<std::uint64_t> whose;
  whose.reserve(rows);
  dispatch_type(ids.type, [&](auto zero) {
    using T = decltype(zero);
    for (std::size_t row = 0; row < rows; ++row)
      whose.push_back(people.number(presence.missing(row) ? RowId() : NumberId<T>(ids.at<T>(row)).id()));
  });
  return whose;
}

} // namespace poise::internal
