// The steps of a receipt, sorted for a picture: by column where they were spent on one, and by kind.
#pragma once

#include "poise/report/summary.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace poise::internal::html {

// All steps of one kind ("sum", "quantile"), in the order in which kinds first appear.
struct StepKind {
  std::string name;
  std::size_t colour; // of the style: 0 for what is published, the others in turn
  std::size_t steps = 0;
  Rational amount = 0;
};

// What was spent on one column, or on all together.
struct StepBlock {
  std::string column; // empty: all of them
  struct Part {
    std::size_t kind;  // its place among the kinds
    std::size_t place; // among the steps of the receipt
    std::string name;  // without the column
    Rational amount;
  };
  std::vector<Part> parts;
  Rational amount = 0;
};

struct SortedSteps {
  std::vector<StepKind> kinds;
  std::vector<StepBlock> blocks;
};

SortedSteps sorted_steps(const Summary &summary);

// What a kind of step is for, in plain words; nothing for one that is not known.
std::string_view in_plain_words(std::string_view kind);

} // namespace poise::internal::html
