// Any bytes as an Arrow file, with an index or as a stream: read or refused.
#include "read_all.h"

#include "poise/table/arrow/read_arrow.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  using namespace poise::internal;
  const auto file = std::make_shared<const FileBytes>(std::string(fuzz::text_of(data, size)));
  for (const ReadOptions &options : fuzz::ways("x", "id")) fuzz::read_all(read_arrow(file, "input", options));
  return 0;
}
