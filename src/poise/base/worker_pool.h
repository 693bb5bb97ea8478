// A pool of threads that share out numbered jobs.
#pragma once

#include <cstddef>
#include <functional>

namespace poise::internal {

// Which worker does which job is left to chance, so what they make together must not depend
// on it: exact integers that are added up do not. The threads outlive the pool, for the next one.
class WorkerPool {
public:
  // 0 stands for as many as there are cores.
  explicit WorkerPool(unsigned threads);

  // How many workers a pool for so many threads has.
  static unsigned size_for(unsigned threads);

  unsigned size() const { return size_; }

  // Does every job below `jobs` once. Workers are numbered below size(), and none does two
  // jobs at a time. An exception ends the others' work and comes out here.
  void each(std::size_t jobs, const std::function<void(unsigned worker, std::size_t job)> &work);

private:
  struct Arena;
  static Arena &arena_for(unsigned threads);

  unsigned size_;
  Arena *arena_; // none for a single worker
};

} // namespace poise::internal
