// What a question says of single cells: where they are cut off, and what a missing one means.
#pragma once

#include "poise/answer/question/question.h"
#include "poise/base/result.h"
#include "poise/table/clean_cells.h"

#include <string>
#include <vector>

namespace poise::internal {

class CellSettings {
public:
  // `limits` as text: "age=0:120,income=0:"; a name with a comma in double quotes, with its limits.
  static Result<CellSettings> read(const Question &question);

  bool zeros_for_gaps() const { return zeros_for_gaps_; }
  bool limited() const { return !limits_.empty(); }

  // For a table with these columns, each of which has its own limits, or none; what is named and not there is
  // an error.
  Result<CellRules> rules(const std::vector<std::string> &columns) const;

private:
  struct Named {
    std::string column;
    Limits limits;
  };
  static Result<Named> read_one(std::string_view text);

  std::vector<Named> limits_;
  bool zeros_for_gaps_ = false;
};

} // namespace poise::internal
