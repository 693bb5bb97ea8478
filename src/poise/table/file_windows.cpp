// What is kept moves to the front, and the file goes on behind it.
#include "poise/table/file_windows.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace poise::internal {

Result<std::string_view> FileWindows::more(std::size_t kept) {
  if (kept > text_) throw std::logic_error("poise: a window cannot keep what it never had");
  if (kept > 0) std::memmove(buffer_.data(), buffer_.data() + (text_ - kept), kept);
  text_ = kept;
  if (kept > longest_)
    return bad_input(file_->name() + " holds a record of more than " + std::to_string(longest_) + " bytes",
                     "check that every quote is closed, and double quotes that belong to a cell");
  while (window_ / 2 < kept) window_ *= 2;
  if (buffer_.size() < window_) buffer_.resize(window_);
  const std::size_t size = std::min(buffer_.size() - kept, file_->size() - next_);
  if (const auto error = file_->read(next_, std::span(buffer_).subspan(kept, size))) return *error;
  if (const auto error = file_->changed()) return *error;
  text_ += size;
  next_ += size;
  return std::string_view(buffer_.data(), text_);
}

} // namespace poise::internal
