// Any bytes as a .npy file: read or refused, and the same when the file is not kept in memory.
#include "memory_file.h"
#include "read_all.h"

#include "poise/table/npy/npy_stream.h"
#include "poise/table/npy/read_npy.h"
#include "table/same_table.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  using namespace poise::internal;
  if (size == 0) return 0; // an empty file cannot be read again
  const std::string_view text = fuzz::text_of(data, size);
  const fuzz::MemoryFile file(text);
  const auto open = OpenFile::open(file.path()).value();
  const auto bytes = std::make_shared<const FileBytes>(std::string(text));
  for (const ReadOptions &options : fuzz::ways("c0", "c1")) {
    const auto kept = read_npy(bytes, open->name(), options);
    fuzz::read_all(kept);
    const auto streamed = stream_npy(open, options, {.window = 7, .chunk = 24});
    fuzz::must(difference(kept, streamed).empty());
  }
  return 0;
}
