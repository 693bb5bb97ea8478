// From steps of any sign to a view whose steps only go forward.
#include "poise/table/memory/memory_matrix.h"

#include "poise/table/columns/choose_matrix_columns.h"
#include "poise/table/kept_rows.h"

#include <type_traits>

namespace poise::internal {
namespace {

// What a table holds on to: the matrix, which of its columns it shows, whose the rows are, and
// columns that had to be copied.
struct MatrixOwner {
  std::shared_ptr<const void> data;
  std::vector<std::size_t> picks;
  std::vector<std::uint64_t> people;
  std::vector<Column> parts;
  std::vector<std::vector<std::byte>> copies;
};

// A step that is never taken may be anything, so it becomes what an array without gaps has.
MemoryMatrix with_plain_steps(MemoryMatrix matrix) {
  const auto size = static_cast<std::ptrdiff_t>(size_of(matrix.type));
  if (matrix.columns <= 1) matrix.column_step = size;
  if (matrix.rows <= 1) matrix.row_step = static_cast<std::ptrdiff_t>(matrix.columns) * size;
  return matrix;
}

NumberCells column_at(const MemoryMatrix &matrix, std::size_t place) {
  return {matrix.type,
          static_cast<const std::byte *>(matrix.cells) +
              static_cast<std::ptrdiff_t>(place) * matrix.column_step,
          matrix.row_step};
}

// DenseRows cannot show these: it only steps forward, and knows no uint64.
bool needs_columns(const MemoryMatrix &matrix) {
  return matrix.row_step < 0 || matrix.type == NumberType::u8;
}

Rows rows_of_columns(const MemoryMatrix &matrix, const std::vector<std::size_t> &places, MatrixOwner &owner) {
  for (const std::size_t place : places)
    owner.parts.push_back(as_column(column_at(matrix, place), matrix.rows, owner.copies.emplace_back()));
  return ColumnRows{owner.parts, 0, matrix.rows};
}

// How far the next wanted column lies, when that is the same for all of them and not backwards.
std::optional<std::size_t> regular_step(const MemoryMatrix &matrix, const std::vector<std::size_t> &places) {
  if (places.size() == 1) return size_of(matrix.type);
  for (std::size_t i = 2; i < places.size(); ++i)
    if (places[i] - places[i - 1] != places[1] - places[0]) return std::nullopt; // both may wrap around
  const std::ptrdiff_t step = static_cast<std::ptrdiff_t>(places[1] - places[0]) * matrix.column_step;
  if (step < 0) return std::nullopt;
  return static_cast<std::size_t>(step);
}

template <class T>
Rows rows_at_steps(const MemoryMatrix &matrix, const std::vector<std::size_t> &places, MatrixOwner &owner) {
  const auto row_step = static_cast<std::size_t>(matrix.row_step);
  const auto start = [&](std::size_t place) {
    return static_cast<const std::byte *>(column_at(matrix, place).first);
  };
  if (const auto step = regular_step(matrix, places))
    return DenseRows<T>(start(places.front()), matrix.rows, places.size(), row_step, *step);
  if (matrix.column_step >= 0) {
    owner.picks = places;
    return DenseRows<T>(start(0), matrix.rows, matrix.columns, row_step,
                        static_cast<std::size_t>(matrix.column_step), owner.picks);
  }
  const std::size_t last = matrix.columns - 1;
  for (const std::size_t place : places) owner.picks.push_back(last - place);
  return DenseRows<T>(start(last), matrix.rows, matrix.columns, row_step,
                      static_cast<std::size_t>(-matrix.column_step), owner.picks);
}

Rows rows_of(const MemoryMatrix &matrix, const std::vector<std::size_t> &places, MatrixOwner &owner) {
  if (needs_columns(matrix)) return rows_of_columns(matrix, places, owner);
  return dispatch_type(matrix.type, [&](auto zero) -> Rows {
    using T = decltype(zero);
    if constexpr (std::is_same_v<T, std::uint64_t>) {
      return rows_of_columns(matrix, places, owner);
    } else {
      return rows_at_steps<T>(matrix, places, owner);
    }
  });
}

} // namespace

bool copies_cells(const MemoryMatrix &given) {
  const MemoryMatrix matrix = with_plain_steps(given);
  if (!needs_columns(matrix) || matrix.columns == 0) return false;
  // All columns are aligned when two neighbours are.
  return !as_column(column_at(matrix, 0), matrix.rows) ||
         !as_column(column_at(matrix, matrix.columns > 1 ? 1 : 0), matrix.rows);
}

Result<Table> memory_matrix(const MemoryMatrix &given, const std::vector<std::string> &names,
                            std::shared_ptr<const void> data, const ReadOptions &options,
                            const std::string &source) {
  auto chosen = choose_matrix_columns(source, given.columns, names, options);
  if (!chosen) return chosen.error();
  if (given.rows == 0) return bad_input(source + " has no rows", "give it at least one row");
  const MemoryMatrix matrix = with_plain_steps(given);
  const auto owner = std::make_shared<MatrixOwner>();
  owner->data = std::move(data);
  PeopleNumbers people;
  if (chosen->unit) owner->people = whose_rows(column_at(matrix, *chosen->unit), matrix.rows, people);
  const Chunk all{rows_of(matrix, chosen->places, *owner), owner->people};
  return Table::from(std::move(chosen->names), matrix.rows,
                     std::make_shared<const KeptRows>(std::vector<Chunk>{all}, owner),
                     chosen->unit ? std::optional(people.count()) : std::nullopt);
}

} // namespace poise::internal
