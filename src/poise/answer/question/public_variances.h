// Variances that are public knowledge, from the command line or a file.
#pragma once

#include "poise/base/result.h"

#include <optional>
#include <string>
#include <vector>

namespace poise::internal {

// Numbers separated by commas, from `list`; or by commas, spaces or new lines, from a file. Nothing when
// there is neither.
Result<std::optional<std::vector<double>>> read_variances(const std::optional<std::string> &list,
                                                          const std::optional<std::string> &file);

} // namespace poise::internal
