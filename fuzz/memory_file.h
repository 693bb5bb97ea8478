// A file that lies in memory alone, and can be opened by name.
#pragma once

#include "read_all.h"

#include <string>
#include <sys/mman.h>
#include <unistd.h>

namespace poise::internal::fuzz {

class MemoryFile {
public:
  explicit MemoryFile(std::string_view text) : file_(memfd_create("input", MFD_CLOEXEC)) {
    must(file_ >= 0 && write(file_, text.data(), text.size()) == static_cast<ssize_t>(text.size()));
  }
  MemoryFile(const MemoryFile &) = delete;
  MemoryFile &operator=(const MemoryFile &) = delete;
  ~MemoryFile() { close(file_); }

  std::string path() const { return "/proc/self/fd/" + std::to_string(file_); }

private:
  int file_;
};

} // namespace poise::internal::fuzz
