// The bytes of a file, mapped where possible: nothing is copied, pages come as they are read.
#pragma once

#include "poise/base/result.h"
#include "poise/table/open_file.h"

#include <memory>
#include <string>
#include <string_view>

namespace poise::internal {

// The file must not change while it is held; one that is cut short meanwhile ends the
// process, as the system has it. Pipes and devices are read into memory.
class FileBytes {
public:
  // `-` is standard input.
  static Result<std::shared_ptr<const FileBytes>> open(const std::string &path);

  // All of a file that nobody has read from yet.
  static Result<std::shared_ptr<const FileBytes>> of(const OpenFile &file);

  explicit FileBytes(std::string text) : text_(std::move(text)), view_(text_) {}
  FileBytes(const FileBytes &) = delete;
  FileBytes &operator=(const FileBytes &) = delete;
  ~FileBytes();

  std::string_view view() const { return view_; }

  // Lets the pages go that were read. They come back when they are read again, so this changes
  // nothing but the memory in use.
  void forget() const;

private:
  FileBytes(void *mapped, std::size_t size) : mapped_(mapped), view_(static_cast<char *>(mapped), size) {}

  std::string text_;
  void *mapped_ = nullptr;
  std::string_view view_;
};

} // namespace poise::internal
