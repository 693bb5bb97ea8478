// A pool does every job once, with as many workers as it says, and lets exceptions out.
#include "poise/base/worker_pool.h"

#include <atomic>
#include <gtest/gtest.h>
#include <stdexcept>
#include <vector>

namespace poise::internal {
namespace worker_pool_test {

TEST(WorkerPool, DoesEveryJobOnceForAnyNumberOfWorkers) {
  for (const unsigned threads : {0U, 1U, 2U, 5U}) {
    WorkerPool pool(threads);
    EXPECT_EQ(pool.size(), WorkerPool::size_for(threads));
    for (const std::size_t jobs : {0U, 1U, 2U, 1000U}) {
      std::vector<std::atomic<int>> done(jobs);
      std::vector<std::atomic<int>> busy(pool.size());
      std::atomic<bool> alone = true;
      pool.each(jobs, [&](unsigned worker, std::size_t job) {
        if (++busy.at(worker) != 1) alone = false;
        ++done.at(job);
        --busy.at(worker);
      });
      for (const auto &times : done) EXPECT_EQ(times, 1);
      EXPECT_TRUE(alone);
    }
  }
}

TEST(WorkerPool, AnExceptionComesOut) {
  for (const unsigned threads : {1U, 3U}) {
    WorkerPool pool(threads);
    EXPECT_THROW(pool.each(100,
                           [](unsigned, std::size_t job) {
                             if (job == 50) throw std::runtime_error("no");
                           }),
                 std::runtime_error);
  }
}

TEST(WorkerPool, MoreWorkersThanCoresSayNothing) {
  testing::internal::CaptureStderr();
  for (const unsigned threads : {3U, 64U, 2U, 17U})
    WorkerPool(threads).each(1000, [](unsigned, std::size_t) {});
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

} // namespace worker_pool_test
} // namespace poise::internal
