// Refuses a unit for formats in which one line is one person already.
#pragma once

#include "poise/base/error.h"
#include "poise/table/read_options.h"

#include <optional>
#include <string>

namespace poise::internal {

[[nodiscard]] inline std::optional<Error> refuse_unit(const std::string &source, const ReadOptions &options) {
  if (!options.unit) return std::nullopt;
  return bad_parameter(source + " has no column '" + *options.unit +
                           "' of people: each of its rows is one person",
                       "leave the unit out, or give a .csv file that names the person in every row");
}

} // namespace poise::internal
