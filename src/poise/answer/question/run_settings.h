// What every statistic asks about: which columns, how to read and work, where randomness comes from.
#pragma once

#include "poise/answer/question/question.h"
#include "poise/base/result.h"
#include "poise/base/run_options.h"
#include "poise/random/bits.h"
#include "poise/table/read_options.h"

#include <memory>

namespace poise::internal {

struct RunSettings {
  ReadOptions reading;
  std::unique_ptr<Bits> bits;
  RunOptions run;
};

// All three, from the text of a question; nothing is read or drawn yet.
Result<RunSettings> read_run_settings(const Question &question,
                                      const std::function<bool(std::uint64_t, std::uint64_t)> &listener);

Result<ReadOptions> read_options_of(const Question &question);
Result<RunOptions> run_options_of(const Question &question,
                                  const std::function<bool(std::uint64_t, std::uint64_t)> &listener);
Result<std::unique_ptr<Bits>> open_bits(const std::optional<std::string> &seed);

} // namespace poise::internal
