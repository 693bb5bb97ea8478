// One pass in which every worker maps its rows and fills an answer of its own; at the end they are added up.
#pragma once

#include "poise/aggregate/kernel/map_rows.h"
#include "poise/base/result.h"
#include "poise/grid/grid_rows.h"
#include "poise/grid/people_rows.h"

#include <optional>
#include <vector>

namespace poise::internal {

// A few rows where the map takes them, as one worker sees them.
struct MappedBlock {
  const double *mapped; // rows of `width` cells, zeros at their ends
  const double *norms;  // squared
  std::size_t rows, width;
};

// PROMISE  What `add` makes of all rows, from `empty` answers: Answer += Answer merges them.
// WHY      As fold.h: answers are exact integers, whose sum does not depend on who added what.
template <class Answer, class Add>
Result<Answer> fold_people(RawKey key, const PeopleRows &rows, const PaddedMap &map, const RunOptions &run,
                           const Answer &empty, const Add &add) {
  struct Worker {
    std::vector<double> mapped, norms;
    std::optional<Answer> answer; // made with the first block: some may never have one
  };
  // So few rows at a time that they stay in a core's own cache while they are used several times.
  constexpr std::size_t cells_at_once = std::size_t{1} << 12;
  const std::size_t columns = rows.columns(), width = map.width();
  const std::size_t step = std::max<std::size_t>(1, cells_at_once / width);
  std::vector<Worker> workers(worker_count(run));
  const auto failed = rows.pass(key, run, [&](PeopleRows::Where where, std::span<const double> cells) {
    Worker &worker = workers[where.worker];
    if (!worker.answer) {
      worker.answer = empty;
      worker.mapped.resize(step * width);
      worker.norms.resize(step);
    }
    const std::size_t count = cells.size() / columns;
    for (std::size_t first = 0; first < count; first += step) {
      const std::size_t some = std::min(step, count - first);
      map_rows(map, cells.subspan(first * columns, some * columns), worker.mapped.data(),
               worker.norms.data());
      add(*worker.answer, MappedBlock{worker.mapped.data(), worker.norms.data(), some, width});
    }
  });
  if (failed) return *failed;
  Answer total = empty;
  for (Worker &worker : workers)
    if (worker.answer) total += *worker.answer;
  return total;
}

} // namespace poise::internal
