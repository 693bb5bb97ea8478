// Drawing the line, a few times a second.
#include "cli/progress.h"

#include <cstdio>
#include <unistd.h>

namespace poise::cli {
namespace {

constexpr auto patience = std::chrono::milliseconds(700); // quick work needs no line
constexpr auto pace = std::chrono::milliseconds(200);

} // namespace

Progress::Progress(bool wanted)
    : wanted_(wanted && isatty(STDERR_FILENO) == 1), next_(Clock::now() + patience) {}

std::function<bool(std::uint64_t, std::uint64_t)> Progress::listener() {
  if (!wanted_) return nullptr;
  return [this](std::uint64_t rows_done, std::uint64_t rows) {
    show(rows_done, rows);
    return true;
  };
}

void Progress::show(std::uint64_t rows_done, std::uint64_t rows) {
  const Clock::time_point now = Clock::now();
  if (now < next_ || rows == 0) return;
  next_ = now + pace;
  shown_ = true;
  (void)std::fprintf(stderr, "\rpoise: %3u%% of this pass over the rows",
                     static_cast<unsigned>(rows_done * 100 / rows));
  (void)std::fflush(stderr);
}

void Progress::clear() {
  if (!shown_) return;
  (void)std::fputs("\r\033[K", stderr);
  (void)std::fflush(stderr);
  shown_ = false;
}

} // namespace poise::cli
