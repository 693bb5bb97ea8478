// Reading digits, and saying which ones would do.
#include "cli/whole_number.h"

#include "poise/privacy/exact_text.h"

#include <charconv>

namespace poise::cli {

Result<std::uint64_t> whole_number(const std::string &option, const std::string &text, std::uint64_t least,
                                   std::uint64_t most) {
  std::uint64_t value = 0;
  const char *const end = text.data() + text.size();
  const auto [stopped, failure] = std::from_chars(text.data(), end, value);
  if (failure == std::errc{} && stopped == end && value >= least && value <= most) return value;
  return Error{ErrorKind::bad_parameter, option + " must be a whole number, got " + quote(text),
               "give digits alone, between " + std::to_string(least) + " and " + std::to_string(most)};
}

} // namespace poise::cli
