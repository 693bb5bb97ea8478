// From a header to a view of the mapped cells.
#include "poise/table/npy/read_npy.h"

#include "poise/table/kept_rows.h"
#include "poise/table/npy/npy_cells.h"
#include "poise/table/people_numbers.h"

namespace poise::internal {
namespace {

// What a table holds on to: the file, which of its columns it shows, and whose the rows are.
struct Owner {
  std::shared_ptr<const FileBytes> file;
  std::vector<std::size_t> picks;
  std::vector<std::uint64_t> people;
};

} // namespace

Result<Table> read_npy(std::shared_ptr<const FileBytes> file, const std::string &source,
                       const ReadOptions &options) {
  auto cells = choose_npy_cells(file->view(), source, options);
  if (!cells) return cells.error();
  const NpyHeader &header = cells->header;
  const std::size_t size = size_of(header.type);
  const NpySteps steps =
      header.fortran_order ? NpySteps{size, header.rows * size} : NpySteps{header.columns * size, size};
  const char *first = file->view().data() + header.data;

  PeopleNumbers people;
  Owner kept{std::move(file), std::move(cells->picks), {}};
  if (cells->unit) {
    kept.people.reserve(header.rows);
    for_each_id(header.type, first + *cells->unit * steps.column, header.rows, steps.row,
                [&](RowId id) { kept.people.push_back(people.number(id)); });
  }
  const auto owner = std::make_shared<const Owner>(std::move(kept));
  const Chunk all{npy_rows(header.type, first, header.rows, header.columns, steps, owner->picks),
                  owner->people};
  return Table::from(std::move(cells->names), header.rows,
                     std::make_shared<const KeptRows>(std::vector<Chunk>{all}, owner),
                     cells->unit ? std::optional(people.count()) : std::nullopt);
}

} // namespace poise::internal
