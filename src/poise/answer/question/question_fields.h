// The fields of a question by their names: who asks in words, or wants to know what was given, looks here.
#pragma once

#include "poise/answer/question/question.h"
#include "poise/base/error.h"

#include <optional>
#include <span>
#include <string_view>

namespace poise::internal {

struct QuestionField {
  std::string_view name;
  std::optional<std::string> Question::*text = nullptr; // one of the two
  bool Question::*flag = nullptr;
  std::string_view statistic = {}; // the only one it is for; none: every statistic takes it
  std::string_view also = {};      // another one
};

// All but the columns and the command, which are no single text.
std::span<const QuestionField> question_fields();

// By a name that is one; any other is a slip of the program: std::logic_error.
bool is_given(const Question &question, std::string_view field);

// Nothing where every field that was given is for the statistic.
[[nodiscard]] std::optional<Error> check_statistic_fields(const Question &question,
                                                          std::string_view statistic);

} // namespace poise::internal
