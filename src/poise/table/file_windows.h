// A large file as text, of which only a window is in memory.
#pragma once

#include "poise/table/csv/text_feed.h"
#include "poise/table/open_file.h"
#include "poise/table/stream_sizes.h"

#include <memory>
#include <vector>

namespace poise::internal {

// Reads the file from one place to its end. A window grows where more than half of it must be kept,
// until that is longer than a record may be: otherwise a quote left open would bring all of the file
// into memory.
class FileWindows : public TextFeed {
public:
  FileWindows(std::shared_ptr<const OpenFile> file, std::size_t from, const StreamSizes &sizes)
      : file_(std::move(file)), next_(from), window_(sizes.window == 0 ? 1 : sizes.window),
        longest_(sizes.record) {}

  Result<std::string_view> more(std::size_t kept) override;

  // Where in the file the text ends that was given last.
  std::size_t end() const { return next_; }

private:
  std::shared_ptr<const OpenFile> file_;
  std::size_t next_; // what follows the text
  std::size_t window_;
  std::size_t longest_;
  std::size_t text_ = 0;     // how much of the buffer is text
  std::vector<char> buffer_; // text first
};

} // namespace poise::internal
