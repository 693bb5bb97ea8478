// Any bytes as CSV: read or refused, and the same when the file is not kept in memory.
#include "memory_file.h"
#include "read_all.h"

#include "poise/table/csv/csv_stream.h"
#include "poise/table/csv/read_csv.h"
#include "table/same_table.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  using namespace poise::internal;
  if (size == 0) return 0; // an empty file cannot be read again
  const std::string_view text = fuzz::text_of(data, size);
  const fuzz::MemoryFile file(text);
  const auto open = OpenFile::open(file.path()).value();
  for (const ReadOptions &options : fuzz::ways("x", "id")) {
    const auto kept = read_csv(text, ',', open->name(), options);
    fuzz::read_all(kept);
    // Windows and chunks so small that everything is cut somewhere.
    const auto streamed = stream_csv(open, ',', options, {.window = 7, .chunk = 24});
    fuzz::must(difference(kept, streamed).empty());
  }
  return 0;
}
