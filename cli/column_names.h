// The list that --columns takes.
#pragma once

#include "poise/base/result.h"

#include <optional>
#include <string>
#include <vector>

namespace poise::internal::cli {

// Names separated as in a CSV file, so that one with a comma can be quoted; none where there is no list.
Result<std::vector<std::string>> read_names(const std::optional<std::string> &list);

} // namespace poise::internal::cli
