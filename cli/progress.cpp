// Drawing the line, a few times a second.
#include "cli/progress.h"

#include <cstdio>
#include <unistd.h>

namespace poise::internal::cli {
namespace {

constexpr auto patience = std::chrono::milliseconds(700); // quick work needs no line
constexpr auto pace = std::chrono::milliseconds(200);

} // namespace

Progress::Progress(bool wanted, std::string what)
    : wanted_(wanted && isatty(STDERR_FILENO) == 1), what_(std::move(what)), next_(Clock::now() + patience) {}

std::function<bool(std::uint64_t, std::uint64_t)> Progress::listener() {
  if (!wanted_) return nullptr;
  return [this](std::uint64_t done, std::uint64_t all) {
    show(done, all);
    return true;
  };
}

void Progress::show(std::uint64_t done, std::uint64_t all) {
  const Clock::time_point now = Clock::now();
  if (now < next_ || all == 0) return;
  next_ = now + pace;
  shown_ = true;
  (void)std::fprintf(stderr, "\rpoise: %3u%% %s", static_cast<unsigned>(done * 100 / all), what_.c_str());
  (void)std::fflush(stderr);
}

void Progress::clear() {
  if (!shown_) return;
  (void)std::fputs("\r\033[K", stderr);
  (void)std::fflush(stderr);
  shown_ = false;
}

} // namespace poise::internal::cli
