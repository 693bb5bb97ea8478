// Reading digits, and saying which ones would do.
#include "poise/answer/question/whole_number.h"

#include "poise/privacy/exact_text.h"

#include <charconv>

namespace poise::internal {

Result<std::uint64_t> whole_number(const std::string &option, const std::string &text, std::uint64_t least,
                                   std::uint64_t most) {
  std::uint64_t value = 0;
  const char *const end = text.data() + text.size();
  const auto [stopped, failure] = std::from_chars(text.data(), end, value);
  if (failure == std::errc{} && stopped == end && value >= least && value <= most) return value;
  return bad_parameter(option + " must be a whole number, got " + quote(text),
                       "give digits alone, between " + std::to_string(least) + " and " +
                           std::to_string(most));
}

Result<std::uint64_t> byte_count(const std::string &option, const std::string &text) {
  const std::string units = "KMGT";
  const std::size_t unit = text.empty() ? std::string::npos : units.find(text.back());
  const auto shift = unit == std::string::npos ? 0U : 10U * static_cast<unsigned>(unit + 1);
  std::uint64_t value = 0;
  const char *const end = text.data() + text.size() - (shift == 0 ? 0 : 1);
  const auto [stopped, failure] = std::from_chars(text.data(), end, value);
  if (failure == std::errc{} && stopped == end && value > 0 && value <= (std::uint64_t{1} << 62) >> shift)
    return value << shift;
  return bad_parameter(option + " must be a number of bytes, got " + quote(text),
                       "give digits, and K, M, G or T for powers of 1024, such as 500M");
}

} // namespace poise::internal
