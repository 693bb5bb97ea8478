// How a pass is shared out.
#include "poise/grid/grid_rows.h"

#include "poise/base/crew.h"

#include <algorithm>

namespace poise {

unsigned worker_count(const Work &work) { return Crew::size_for(work.threads); }

std::size_t rows_of_a_block(std::size_t columns, const Work &work) {
  return std::max<std::size_t>(1, work.block_cells / columns);
}

std::size_t entries_of_a_block(std::size_t columns, const Work &work) {
  // Blocks that someone made small on purpose stay small.
  return std::max(work.block_cells, std::min(4 * columns, 64 * work.block_cells));
}

} // namespace poise
