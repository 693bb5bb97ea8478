// Text that comes piece by piece.
#pragma once

#include "poise/base/result.h"

#include <string_view>

namespace poise::internal {

class TextFeed {
public:
  virtual ~TextFeed() = default;

  // The text from some place near the end of what was given last, and more behind it: its last
  // `kept` bytes come first once more. No more bytes than those when the text is at its end. What
  // was given before is gone.
  virtual Result<std::string_view> more(std::size_t kept) = 0;
};

} // namespace poise::internal
