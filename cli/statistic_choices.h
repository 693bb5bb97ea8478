// What every statistic asks about: which columns, how to read and work, where randomness comes from.
#pragma once

#include "cli/arguments.h"
#include "cli/progress.h"
#include "poise/base/work.h"
#include "poise/random/bits.h"
#include "poise/table/read_options.h"

#include <memory>

namespace poise::cli {

// Names separated as in a CSV file, so that one with a comma can be quoted.
Result<ReadOptions> choose_reading(const StatisticArguments &arguments);
Result<Work> choose_work(const StatisticArguments &arguments, Progress &progress);
Result<std::unique_ptr<Bits>> choose_bits(const std::optional<std::string> &seed);

} // namespace poise::cli
