// Adds up what many workers have done and tells whoever wants to hear.
#pragma once

#include "poise/base/error.h"
#include "poise/base/run_options.h"

#include <atomic>
#include <mutex>
#include <optional>

namespace poise::internal {

class ProgressMeter {
public:
  ProgressMeter(const RunOptions &run, std::uint64_t rows) : work_(run), rows_(rows) {}

  // From any thread, after so many more rows.
  void add(std::uint64_t rows) {
    const std::uint64_t done = done_.fetch_add(rows) + rows;
    if (!work_.progress) return;
    // Whoever finds the listener busy goes on working, except with the last word.
    std::unique_lock lock(listener_, std::defer_lock);
    if (done == rows_) {
      lock.lock();
    } else if (!lock.try_lock()) {
      return;
    }
    if (done < told_) return; // an older number, held up on its way
    told_ = done;
    if (!work_.progress(done, rows_)) stopped_ = true;
  }

  // Asks the listener whether to go on, where work is done that no row shows yet.
  bool go_on() {
    add(0);
    return !stopped_;
  }

  bool stopped() const { return stopped_; }

  // Why a pass ended early, if it did.
  [[nodiscard]] std::optional<Error> verdict() const {
    if (!stopped_) return std::nullopt;
    return Error{ErrorKind::failure, "the work was stopped before it was done", "start it again"};
  }

private:
  const RunOptions &work_;
  const std::uint64_t rows_;
  std::atomic<std::uint64_t> done_ = 0;
  std::atomic<bool> stopped_ = false;
  std::mutex listener_;
  std::uint64_t told_ = 0;
};

} // namespace poise::internal
