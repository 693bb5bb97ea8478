// One moving line about long work, for people who watch.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

namespace poise::internal::cli {

// Shown on standard error when that is a terminal, and only when the work takes a while.
class Progress {
public:
  // `what` follows the percentage: "of this pass over the rows".
  Progress(bool wanted, std::string what);

  // For Work::progress; keeps a pointer to this.
  std::function<bool(std::uint64_t, std::uint64_t)> listener();

  // Takes the line away.
  void clear();

private:
  using Clock = std::chrono::steady_clock;
  void show(std::uint64_t done, std::uint64_t all);

  bool wanted_;
  std::string what_;
  bool shown_ = false;
  Clock::time_point next_;
};

} // namespace poise::internal::cli
