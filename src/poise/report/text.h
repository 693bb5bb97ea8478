// A summary for people: a table, and what it cost.
#pragma once

#include "poise/report/summary.h"

#include <string>

namespace poise::internal {

struct TextStyle {
  bool colour = false; // for terminals
};

std::string to_text(const Summary &summary, const TextStyle &style = {});

} // namespace poise::internal
