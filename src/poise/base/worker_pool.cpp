// oneTBB shares out the jobs; one thread needs none of it.
#include "poise/base/worker_pool.h"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

namespace poise::internal {

struct WorkerPool::Arena {
  tbb::task_arena arena;
};

namespace {

// Without an allowance oneTBB gives out no more threads than there are cores, and says so on standard
// error. Of several allowances the least counts, so there is one, for the largest pool so far.
void allow(unsigned threads) {
  static unsigned allowed = 0;
  static tbb::global_control *allowance = nullptr; // never freed, like the threads
  if (threads <= allowed || threads <= static_cast<unsigned>(tbb::info::default_concurrency())) return;
  delete allowance;
  allowance = new tbb::global_control(tbb::global_control::max_allowed_parallelism, threads);
  allowed = threads;
}

} // namespace

unsigned WorkerPool::size_for(unsigned threads) {
  return threads != 0 ? threads : static_cast<unsigned>(std::max(1, tbb::info::default_concurrency()));
}

// Starting threads takes longer than many a pass over the rows, so they stay. Never freed: threads may
// still be at work when the program ends.
WorkerPool::Arena &WorkerPool::arena_for(unsigned threads) {
  static std::mutex door;
  static auto *const arenas = new std::map<unsigned, std::unique_ptr<Arena>>;
  const std::lock_guard lock(door);
  std::unique_ptr<Arena> &arena = (*arenas)[threads];
  if (!arena) {
    allow(threads);
    arena = std::make_unique<Arena>(Arena{tbb::task_arena(static_cast<int>(threads))});
  }
  return *arena;
}

WorkerPool::WorkerPool(unsigned threads)
    : size_(size_for(threads)), arena_(size_ > 1 ? &arena_for(size_) : nullptr) {}

void WorkerPool::each(std::size_t jobs, const std::function<void(unsigned, std::size_t)> &work) {
  if (arena_ == nullptr || jobs < 2) {
    for (std::size_t job = 0; job < jobs; ++job) work(0, job);
    return;
  }
  arena_->arena.execute([&] {
    tbb::parallel_for(std::size_t{0}, jobs, [&](std::size_t job) {
      work(static_cast<unsigned>(tbb::this_task_arena::current_thread_index()), job);
    });
  });
}

} // namespace poise::internal
