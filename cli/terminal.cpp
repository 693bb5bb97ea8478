// What the environment says about the terminal.
#include "cli/terminal.h"

#include <cstdlib>
#include <string_view>
#include <unistd.h>

namespace poise::internal::cli {

bool output_takes_colour() {
  const char *const none = std::getenv("NO_COLOR"); // NOLINT(concurrency-mt-unsafe): before any thread
  const char *const kind = std::getenv("TERM");     // NOLINT(concurrency-mt-unsafe)
  if (none != nullptr && *none != '\0') return false;
  return kind != nullptr && std::string_view(kind) != "dumb" && isatty(STDOUT_FILENO) == 1;
}

} // namespace poise::internal::cli
