// Turned around while rows are read, then sorted column by column.
#include "poise/aggregate/sorted_columns.h"

#include "poise/base/crew.h"

#include <algorithm>

namespace poise {

Result<SortedColumns> SortedColumns::of(const GridRows &rows, const Work &work) {
  const std::size_t count = rows.rows(), columns = rows.columns();
  if (count > work.memory / sizeof(std::int64_t) / columns)
    return Error{ErrorKind::bad_parameter,
                 "sorting " + std::to_string(columns) + " columns of " + std::to_string(count) +
                     " rows takes more memory than is allowed",
                 "allow more memory, or use a method that searches instead of sorting"};
  std::vector<std::int64_t> cells(count * columns);
  const auto elsewhere = rows.elsewhere();
  for (std::size_t j = 0; j < elsewhere.size(); ++j)
    std::fill_n(cells.begin() + static_cast<std::ptrdiff_t>(j * count), count, elsewhere[j]);
  const auto failed = rows.pass(RawKey(), work, [&](GridRows::Where where, const AnyBlock &block) {
    std::visit(
        [&](const auto &part) {
          for (std::size_t i = 0; i < part.rows(); ++i) {
            const std::size_t at = where.first_row + i;
            if constexpr (requires { part.places; }) {
              for (std::size_t entry = part.begin(i); entry < part.end(i); ++entry)
                cells[part.places[entry] * count + at] = part.values[entry];
            } else {
              for (std::size_t j = 0; j < columns; ++j) cells[j * count + at] = part.row(i)[j];
            }
          }
        },
        block);
  });
  if (failed) return *failed;
  Crew(work.threads).each(columns, [&](unsigned, std::size_t j) {
    const auto first = cells.begin() + static_cast<std::ptrdiff_t>(j * count);
    std::sort(first, first + static_cast<std::ptrdiff_t>(count));
  });
  return SortedColumns(count, columns, rows.bound(), std::move(cells));
}

} // namespace poise
