// The Python thread that asks, while a thread of ours works for it.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <nanobind/nanobind.h>

namespace poise::internal::python {

// Signals reach Python's main thread alone, and the library works on many. So the work gets a thread of its
// own, and the one that asks waits without the GIL, looking after signals, progress and errands
// a few times a second. One use each.
class AskingThread {
public:
  // `progress` is called with rows done and rows in all, or is None.
  explicit AskingThread(nanobind::object progress) : progress_(std::move(progress)) {}

  // With the GIL. Throws what the work threw, or what Python raised meanwhile (KeyboardInterrupt, above all):
  // the work has then been asked to stop, and has ended.
  void wait_for(const std::function<void()> &work);

  // From the work: lets the asking thread, which then holds the GIL, do something.
  void have_done(const std::function<void()> &errand);

  // From the work: so much is done; false when it is to stop.
  bool tell(std::uint64_t done, std::uint64_t all);

private:
  void serve(std::unique_lock<std::mutex> &lock);
  void look_around(std::uint64_t done, std::uint64_t all);
  void last_word();

  nanobind::object progress_;
  std::mutex mutex_;
  std::condition_variable news_;
  const std::function<void()> *errand_ = nullptr;
  bool finished_ = false;
  bool stop_ = false;
  std::uint64_t done_ = 0, all_ = 0;             // as told
  std::uint64_t shown_done_ = 0, shown_all_ = 0; // as passed on
  std::exception_ptr raised_;                    // by Python, while we waited
};

} // namespace poise::internal::python
