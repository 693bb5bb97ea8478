// A file of the tests' own that goes away with them.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

namespace poise::internal {

class TemporaryFile {
public:
  explicit TemporaryFile(const std::string &name, const std::string &text = "")
      : path_(std::filesystem::temp_directory_path() / ("poise_" + std::to_string(getpid()) + "_" + name)) {
    write(text);
  }
  TemporaryFile(const TemporaryFile &) = delete;
  TemporaryFile &operator=(const TemporaryFile &) = delete;
  ~TemporaryFile() { std::filesystem::remove(path_); }

  void write(const std::string &text) const { std::ofstream(path_, std::ios::binary) << text; }
  std::string path() const { return path_.string(); }

private:
  std::filesystem::path path_;
};

} // namespace poise::internal
