// A monitor: one mutex, and news for whoever waits.
#include "extension/asking_thread.h"

#include <chrono>
#include <thread>

namespace poise::internal::python {

namespace nb = nanobind;

void AskingThread::wait_for(const std::function<void()> &work) {
  std::exception_ptr thrown;
  {
    const nb::gil_scoped_release released;
    std::thread worker([&] {
      try {
        work();
      } catch (...) {
        thrown = std::current_exception();
      }
      const std::lock_guard lock(mutex_);
      finished_ = true;
      news_.notify_all();
    });
    {
      std::unique_lock lock(mutex_);
      while (!finished_) serve(lock);
    }
    worker.join();
  }
  if (raised_) std::rethrow_exception(raised_);
  if (thrown) std::rethrow_exception(thrown);
  last_word();
}

// One round of waiting, and what it brought.
void AskingThread::serve(std::unique_lock<std::mutex> &lock) {
  constexpr auto patience = std::chrono::milliseconds(50);
  news_.wait_for(lock, patience, [&] { return finished_ || errand_ != nullptr; });
  if (finished_) return;
  const std::function<void()> *const errand = errand_;
  const std::uint64_t done = done_, all = all_;
  lock.unlock();
  std::exception_ptr raised;
  {
    const nb::gil_scoped_acquire acquired;
    try {
      if (errand != nullptr)
        (*errand)();
      else
        look_around(done, all);
    } catch (...) {
      raised = std::current_exception();
    }
  }
  lock.lock();
  if (raised && !raised_) raised_ = raised;
  if (raised) stop_ = true;
  if (errand == nullptr) return;
  errand_ = nullptr;
  news_.notify_all();
}

void AskingThread::look_around(std::uint64_t done, std::uint64_t all) {
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
  if (progress_.is_none() || (done == shown_done_ && all == shown_all_)) return;
  shown_done_ = done;
  shown_all_ = all;
  progress_(done, all);
}

// Short work is over before anybody looked. The answer is paid for, so nothing that goes wrong here takes it
// away.
void AskingThread::last_word() {
  if (progress_.is_none() || (done_ == shown_done_ && all_ == shown_all_)) return;
  try {
    progress_(done_, all_);
  } catch (nb::python_error &error) {
    error.discard_as_unraisable("the progress of poise");
  }
}

void AskingThread::have_done(const std::function<void()> &errand) {
  std::unique_lock lock(mutex_);
  errand_ = &errand;
  news_.notify_all();
  news_.wait(lock, [&] { return errand_ == nullptr; });
}

bool AskingThread::tell(std::uint64_t done, std::uint64_t all) {
  const std::lock_guard lock(mutex_);
  done_ = done;
  all_ = all;
  return !stop_;
}

} // namespace poise::internal::python
