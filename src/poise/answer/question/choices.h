// What every statistic asks about: which columns, how to read and work, where randomness comes from.
#pragma once

#include "poise/answer/question/question.h"
#include "poise/base/result.h"
#include "poise/base/run_options.h"
#include "poise/random/bits.h"
#include "poise/table/read_options.h"

#include <memory>

namespace poise::internal {

struct Choices {
  ReadOptions reading;
  std::unique_ptr<Bits> bits;
  RunOptions run;
};

// All three, from the text of a question; nothing is read or drawn yet.
Result<Choices> choose(const Question &question,
                       const std::function<bool(std::uint64_t, std::uint64_t)> &listener);

Result<ReadOptions> choose_reading(const Question &question);
Result<RunOptions> choose_run_options(const Question &question,
                                      const std::function<bool(std::uint64_t, std::uint64_t)> &listener);
Result<std::unique_ptr<Bits>> choose_bits(const std::optional<std::string> &seed);

} // namespace poise::internal
