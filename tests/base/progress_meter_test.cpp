// The listener hears rising numbers and, whatever happens, the last word.
#include "poise/base/progress_meter.h"

#include <chrono>
#include <gtest/gtest.h>
#include <thread>
#include <vector>

namespace poise::internal {
namespace progress_meter_test {

TEST(ProgressMeter, TheLastWordIsHeardEvenWhenTheListenerIsBusy) {
  std::vector<std::uint64_t> heard;
  std::atomic<bool> busy = false, finishing = false;
  const auto listen = [&](std::uint64_t done, std::uint64_t rows) {
    EXPECT_EQ(rows, 10U);
    heard.push_back(done);
    if (!busy.exchange(true)) {
      while (!finishing) std::this_thread::yield();
      std::this_thread::sleep_for(std::chrono::milliseconds(20)); // the other one is at the door by now
    }
    return true;
  };
  const RunOptions run{.progress = listen};
  ProgressMeter meter(run, 10);
  std::thread first([&] { meter.add(3); });
  while (!busy) std::this_thread::yield();
  finishing = true;
  meter.add(7);
  first.join();
  EXPECT_EQ(heard, (std::vector<std::uint64_t>{3, 10}));
  EXPECT_FALSE(meter.verdict());
}

TEST(ProgressMeter, NumbersRiseWithManyWorkers) {
  std::uint64_t last = 0;
  const auto listen = [&](std::uint64_t done, std::uint64_t) {
    EXPECT_GE(done, last);
    last = done;
    return true;
  };
  const RunOptions run{.progress = listen};
  ProgressMeter meter(run, 40'000);
  std::vector<std::thread> workers;
  for (int i = 0; i < 4; ++i)
    workers.emplace_back([&] {
      for (int row = 0; row < 10'000; ++row) meter.add(1);
    });
  for (std::thread &worker : workers) worker.join();
  EXPECT_EQ(last, 40'000U);
}

TEST(ProgressMeter, StopMeansStop) {
  const RunOptions run{.progress = [](std::uint64_t done, std::uint64_t) { return done < 5; }};
  ProgressMeter meter(run, 10);
  meter.add(4);
  EXPECT_FALSE(meter.stopped());
  EXPECT_TRUE(meter.go_on());
  meter.add(1);
  EXPECT_TRUE(meter.stopped());
  EXPECT_FALSE(meter.go_on());
  ASSERT_TRUE(meter.verdict());
  EXPECT_EQ(meter.verdict()->kind, ErrorKind::failure);
}

} // namespace progress_meter_test
} // namespace poise::internal
