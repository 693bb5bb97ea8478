// Questions as Python asks them: a dictionary of options, all of them text.
#pragma once

#include "extension/parts.h"
#include "poise/answer/question/question_fields.h"

#include <algorithm>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace poise::internal::python {

// A name nobody knows is a slip of the package, not of its user.
[[noreturn]] inline void unknown_option(const std::string &name) {
  throw nb::key_error(("poise: no option is called " + name).c_str());
}

inline bool put(Question &question, const std::string &name, nb::handle value) {
  if (name == "columns") {
    question.columns = nb::cast<std::vector<std::string>>(value);
    return true;
  }
  if (name == "command") {
    question.command = nb::cast<std::string>(value);
    return true;
  }
  const auto fields = question_fields();
  const auto field = std::ranges::find(fields, name, &QuestionField::name);
  if (field == fields.end()) return false;
  if (field->text != nullptr)
    question.*field->text = nb::cast<std::string>(value);
  else
    question.*field->flag = nb::cast<bool>(value);
  return true;
}

inline bool put(ForecastQuestion &question, const std::string &name, nb::handle value) {
  using Q = ForecastQuestion;
  static constexpr std::pair<const char *, std::optional<std::string> Q::*> fields[] = {
      {"rho", &Q::rho},       {"epsilon", &Q::epsilon}, {"delta", &Q::delta},
      {"method", &Q::method}, {"bound", &Q::bound},     {"norm", &Q::norm},
      {"spread", &Q::spread}, {"skew", &Q::skew},       {"mean_guess", &Q::mean_guess},
      {"ones", &Q::ones}};
  if (name == "statistic")
    question.statistic = nb::cast<std::string>(value);
  else if (name == "rows")
    question.rows = nb::cast<std::string>(value);
  else if (name == "columns")
    question.columns = nb::cast<std::string>(value);
  else if (name == "binary")
    question.binary = nb::cast<bool>(value);
  else if (name == "own_units")
    question.own_units = nb::cast<bool>(value);
  else {
    const auto *const field =
        std::ranges::find_if(fields, [&](const auto &known) { return name == known.first; });
    if (field == std::end(fields)) return false;
    question.*field->second = nb::cast<std::string>(value);
  }
  return true;
}

template <class Q> Q read_question(const nb::dict &options) {
  Q question;
  for (const auto [name, value] : options)
    if (!put(question, nb::cast<std::string>(name), value)) unknown_option(nb::cast<std::string>(name));
  return question;
}

} // namespace poise::internal::python
