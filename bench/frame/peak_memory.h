// The most memory this process has held at once, since it was last asked to forget.
#pragma once

#include <cstddef>
#include <fstream>
#include <string>

namespace poise::internal::bench {

// Of the process, pages of mapped files included; 0 where the system does not tell.
inline std::size_t resident_bytes(const std::string &line_name) {
  std::ifstream status("/proc/self/status");
  std::string line;
  while (std::getline(status, line))
    if (line.starts_with(line_name + ":")) return std::stoul(line.substr(line_name.size() + 1)) << 10;
  return 0;
}

class PeakMemory {
public:
  // From here on. What is held already does not count.
  PeakMemory() {
    std::ofstream("/proc/self/clear_refs") << "5";
    before_ = resident_bytes("VmRSS");
  }
  std::size_t bytes() const {
    const std::size_t peak = resident_bytes("VmHWM");
    return peak > before_ ? peak - before_ : 0;
  }

private:
  std::size_t before_;
};

} // namespace poise::internal::bench
