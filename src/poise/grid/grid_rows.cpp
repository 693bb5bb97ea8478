// How a pass is shared out.
#include "poise/grid/grid_rows.h"

#include "poise/base/worker_pool.h"

#include <algorithm>

namespace poise::internal {

unsigned worker_count(const RunOptions &run) { return WorkerPool::size_for(run.threads); }

std::size_t rows_of_a_block(std::size_t columns, const RunOptions &run) {
  return std::max<std::size_t>(1, run.block_cells / columns);
}

std::size_t entries_of_a_block(std::size_t columns, const RunOptions &run) {
  // Blocks that someone made small on purpose stay small.
  return std::max(run.block_cells, std::min(4 * columns, 64 * run.block_cells));
}

} // namespace poise::internal
