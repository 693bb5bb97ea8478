// Four gigabytes of numbers in a file, summed within 500 MB of memory, in bytes per second.
#include "frame/contender.h"
#include "frame/peak_memory.h"
#include "poise/aggregate/exact/column_sums.h"
#include "poise/grid/on_grid.h"
#include "poise/table/read_table.h"
#include "table/npy_files.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace poise::internal::bench {
namespace {

constexpr std::size_t columns = 16, rows = std::size_t{1} << 25; // of doubles: 4 GiB
constexpr std::size_t most_bytes = 500'000'000;

// Written once, gone at the end.
class LargeFile {
public:
  LargeFile()
      : path_(std::filesystem::temp_directory_path() / ("poise-bench-" + std::to_string(getpid()) + ".npy")) {
    std::ofstream file(path_, std::ios::binary);
    const std::string shape = "(" + std::to_string(rows) + ", " + std::to_string(columns) + ")";
    file << file_of(header_text("'<f8'", false, shape), "");
    std::vector<double> block(std::size_t{1} << 20);
    for (std::size_t i = 0; i < block.size(); ++i) block[i] = static_cast<double>(i % 1000) - 500;
    for (std::size_t written = 0; written < rows * columns; written += block.size())
      file.write(reinterpret_cast<const char *>(block.data()),
                 static_cast<std::streamsize>(block.size() * 8));
    good_ = static_cast<bool>(file.flush());
  }
  ~LargeFile() { std::filesystem::remove(path_); }
  LargeFile(const LargeFile &) = delete;
  LargeFile &operator=(const LargeFile &) = delete;

  const std::filesystem::path &path() const { return path_; }
  bool good() const { return good_; }

private:
  std::filesystem::path path_;
  bool good_ = false;
};

const LargeFile &file() {
  static const LargeFile made;
  return made;
}

Result<ExactSum> sums() {
  const auto table = read_table(file().path().string(), {.memory = std::size_t{64} << 20});
  if (!table) return table.error();
  const auto people = on_grid(*table, Grid::within("1000").value());
  if (!people) return people.error();
  return ColumnSums::of(**people);
}

std::string wrong() {
  if (!file().good()) return "no room for a file of 4 GB";
  const PeakMemory peak;
  const auto sum = sums();
  if (!sum) return sum.error().wrong;
  if (sum->rows() != rows || sum->columns() != columns) return "another size than was written";
  if (peak.bytes() > most_bytes) return "holds more than 500 MB";
  std::printf("stream: %.0f MB at most\n", static_cast<double>(peak.bytes()) / 1e6);
  return "";
}

const int entry = enter([] {
  return Contender{.name = "stream/4GB-npy/sum",
                   .check = wrong,
                   .batch =
                       [] {
                         benchmark::DoNotOptimize(sums().value().rows());
                         return std::uint64_t{rows * columns * 8};
                       },
                   .on_the_wall = true};
});

} // namespace
} // namespace poise::internal::bench
