// What the options of `poise mean` ask of a method and its grid, read before any file is opened.
#pragma once

#include "cli/arguments.h"
#include "poise/estimate/mean_methods.h"

namespace poise::cli {

class MeanChoices {
public:
  static Result<MeanChoices> read(const MeanArguments &arguments, const MeanMethod &method);

  const MeanOptions &options() const { return options_; }

  // Whether the user said where cells may be.
  bool bounded() const { return bound_ || options_.model; }

  // For a table of so many people and columns.
  Result<Grid> grid(std::size_t people, std::size_t columns) const;

private:
  explicit MeanChoices(int grid_bits) : grid_bits_(grid_bits) {}

  MeanOptions options_;
  int grid_bits_;
  std::optional<Rational> bound_;     // where cells are cut off
  std::optional<Rational> precision_; // how far rounding may move a row
};

} // namespace poise::cli
