// Reading comma-separated text, in bytes of text per second: kept in memory, and read again for every pass.
#include "frame/contender.h"
#include "poise/table/csv/csv_stream.h"
#include "poise/table/csv/read_csv.h"
#include "table/same_table.h"
#include "table/temporary_file.h"

#include <cstdio>

namespace poise::internal::bench {
namespace {

constexpr double slowest = 150e6;

// Typical rows from a fixed seed: an id, whole numbers, amounts, a share, a gap now and then.
struct Sample {
  std::string text = "id,age,amount,share,visits\n";
  std::vector<double> cells;

  explicit Sample(std::size_t bytes) {
    std::uint64_t state = 1;
    const auto any = [&state](std::uint64_t below) {
      state = state * 6364136223846793005U + 1442695040888963407U;
      return static_cast<long>((state >> 33) % below);
    };
    for (long id = 0; text.size() < bytes; ++id) {
      const long age = any(100), cents = any(2'000'000) - 1'000'000, share = any(1'000'000),
                 visits = any(1000);
      const bool gap = any(50) == 0;
      char line[128];
      std::snprintf(line, sizeof line, "%ld,%ld,%s%ld.%02ld,0.%06ld,", id, age, cents < 0 ? "-" : "",
                    std::labs(cents) / 100, std::labs(cents) % 100, share);
      text += line + (gap ? std::string("NA") : std::to_string(visits)) + "\n";
      cells.insert(cells.end(), {double(id), double(age), double(cents) / 100, double(share) / 1e6,
                                 gap ? std::numeric_limits<double>::quiet_NaN() : double(visits)});
    }
  }
};

// What is timed; made by the checks, before the clock starts.
const std::string &text() {
  static const std::string all = Sample(std::size_t{64} << 20).text;
  return all;
}

Table kept(const std::string &from) { return read_csv(from, ',', "bench.csv", {}).value(); }

Table streamed(const TemporaryFile &file) {
  return stream_csv(OpenFile::open(file.path()).value(), ',', {}).value();
}

const Table &opened_before() {
  static const TemporaryFile file("bench.csv", text());
  static const Table table = streamed(file);
  return table;
}

std::string wrong(const Table &table, const Sample &sample) {
  return same_cells(opened_cells(table), sample.cells) ? "" : "other cells than were written";
}

const int in_memory = enter([] {
  return Contender{.name = "csv/kept",
                   .check =
                       [] {
                         const Sample sample(100'000);
                         static_cast<void>(text());
                         return wrong(kept(sample.text), sample);
                       },
                   .batch =
                       [] {
                         benchmark::DoNotOptimize(kept(text()).rows());
                         return std::uint64_t{text().size()};
                       },
                   .target = slowest};
});

// One pass over a file that was opened before.
const int again = enter([] {
  return Contender{.name = "csv/one-pass-of-a-stream",
                   .check =
                       [] {
                         const Sample sample(100'000);
                         static_cast<void>(opened_before());
                         return wrong(streamed(TemporaryFile("sample.csv", sample.text)), sample);
                       },
                   .batch =
                       [] {
                         std::size_t rows = 0;
                         for_each_chunk(opened_before(),
                                        [&](const Chunk &chunk) { rows += count_rows(chunk.rows); });
                         benchmark::DoNotOptimize(rows);
                         return std::uint64_t{text().size()};
                       },
                   .target = slowest};
});

} // namespace
} // namespace poise::internal::bench
