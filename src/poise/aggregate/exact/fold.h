// One pass in which every worker fills an answer of its own; at the end they are added up.
#pragma once

#include "poise/base/result.h"
#include "poise/grid/grid_rows.h"

#include <vector>

namespace poise::internal {

// PROMISE  What `add` makes of all blocks, from `empty` answers: Answer += Answer merges them.
// WHY      Each worker has one, so nothing is shared while they work; answers are exact integers,
//          whose sum does not depend on who added what.
template <class Answer, class Add>
Result<Answer> fold(RawKey key, const GridRows &rows, const RunOptions &run, const Answer &empty,
                    const Add &add) {
  // Made when a worker has its first block: some may never have one.
  std::vector<std::optional<Answer>> answers(worker_count(run));
  const auto failed = rows.pass(key, run, [&](GridRows::Where where, const AnyBlock &block) {
    std::optional<Answer> &answer = answers[where.worker];
    if (!answer) answer = empty;
    std::visit([&](const auto &part) { add(*answer, part); }, block);
  });
  if (failed) return *failed;
  Answer total = empty;
  for (std::optional<Answer> &answer : answers)
    if (answer) total += *answer;
  return total;
}

// The commonest answer: counts or sums, as many for every worker.
template <class T> struct Tally {
  std::vector<T> values;

  explicit Tally(std::size_t size) : values(size) {}
  Tally &operator+=(const Tally &other) {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] += other.values[i];
    return *this;
  }
};

} // namespace poise::internal
