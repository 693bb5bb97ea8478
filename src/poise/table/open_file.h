// A file that is open, and what it was like when it was opened.
#pragma once

#include "poise/base/result.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <sys/types.h>
#include <time.h>

namespace poise::internal {

class OpenFile {
public:
  // `-` is standard input, which is never asked for its size.
  static Result<std::shared_ptr<const OpenFile>> open(const std::string &path);

  OpenFile(const OpenFile &) = delete;
  OpenFile &operator=(const OpenFile &) = delete;
  ~OpenFile();

  // Whether it can be read more than once, at any place; only then does it have a size.
  bool rereadable() const { return rereadable_; }
  std::size_t size() const { return size_; }
  const std::string &name() const { return name_; }
  int descriptor() const { return descriptor_; }

  // Fills the span with the bytes from `at` on. The file may have been written to since it was
  // opened: whoever uses the bytes asks changed() after reading them.
  [[nodiscard]] std::optional<Error> read(std::size_t at, std::span<char> into) const;

  // An error when it is no longer what it was when it was opened.
  [[nodiscard]] std::optional<Error> changed() const;

  // What to say when it turns out to have changed in some other way.
  Error changed_error() const;

  Error unreadable(int reason) const;

private:
  OpenFile(int descriptor, std::string name) : descriptor_(descriptor), name_(std::move(name)) {}

  int descriptor_;
  std::string name_;
  bool rereadable_ = false;
  std::size_t size_ = 0;
  timespec written_{}; // when it was last written to
};

} // namespace poise::internal
