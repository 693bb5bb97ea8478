// A summary for people: a table, and what it cost.
#pragma once

#include "poise/report/summary.h"

#include <string>

namespace poise {

std::string to_text(const Summary &summary);

} // namespace poise
