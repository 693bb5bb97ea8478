// What the options of a mean ask of a method and its grid, read before any row is.
#pragma once

#include "poise/answer/question/question.h"
#include "poise/estimate/mean/mean_method.h"

namespace poise::internal {

// An option that the method does not take.
[[nodiscard]] std::optional<Error> check_method_options(const Question &question, const MeanMethod &method);

class MeanSettings {
public:
  static Result<MeanSettings> read(const Question &question);

  const MeanOptions &options() const { return options_; }
  const std::optional<Rational> &bound() const { return bound_; }

  // Whether the user said where cells may be.
  bool bounded() const { return bound_ || options_.model; }

  // For a table of so many people and columns.
  Result<Grid> grid(std::size_t people, std::size_t columns) const;

private:
  MeanSettings() = default;

  MeanOptions options_;
  std::optional<Rational> bound_;     // where cells are cut off
  std::optional<Rational> precision_; // how far rounding may move a row
};

} // namespace poise::internal
