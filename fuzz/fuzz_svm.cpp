// Any bytes as LIBSVM text: read or refused.
#include "read_all.h"

#include "poise/table/sparse/read_svm.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  using namespace poise::internal;
  const std::string_view text = fuzz::text_of(data, size);
  for (const ReadOptions &options : fuzz::ways("1", "id"))
    if (!options.columns.empty() || fuzz::has_small_sizes(text))
      fuzz::read_all(read_svm(text, "input", options));
  return 0;
}
