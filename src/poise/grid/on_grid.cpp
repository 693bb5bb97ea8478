// With a unit or without.
#include "poise/grid/on_grid.h"

#include "poise/grid/people_on_grid.h"
#include "poise/grid/table_on_grid.h"

namespace poise::internal {

Result<std::shared_ptr<const GridRows>> on_grid(const Table &table, const Grid &grid, const RunOptions &run) {
  if (table.people()) return PeopleOnGrid::of(table, grid, run);
  return std::shared_ptr<const GridRows>(std::make_shared<TableOnGrid>(table, grid));
}

} // namespace poise::internal
