// A summary for programs: one JSON object on one line, keys as the public contract says.
#pragma once

#include "poise/report/summary.h"

#include <string>

namespace poise::internal {

std::string to_json(const Summary &summary);

} // namespace poise::internal
