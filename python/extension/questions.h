// Questions as Python asks them: a dictionary of options, all of them text.
#pragma once

#include "extension/parts.h"
#include "poise/answer/question.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace poise::internal::python {

// A name nobody knows is a slip of the package, not of its user.
[[noreturn]] inline void unknown_option(const std::string &name) {
  throw nb::key_error(("poise: no option is called " + name).c_str());
}

template <class Q> using Field = std::optional<std::string> Q::*;

template <class Q> struct NamedField {
  const char *name;
  Field<Q> field;
};

template <class Q, std::size_t N>
bool put(Q &question, const std::string &name, nb::handle value, const NamedField<Q> (&fields)[N]) {
  for (const NamedField<Q> &known : fields)
    if (name == known.name) {
      question.*known.field = nb::cast<std::string>(value);
      return true;
    }
  return false;
}

inline bool put(Question &question, const std::string &name, nb::handle value) {
  static constexpr NamedField<Question> fields[] = {{"rho", &Question::rho},
                                                    {"epsilon", &Question::epsilon},
                                                    {"delta", &Question::delta},
                                                    {"method", &Question::method},
                                                    {"unit", &Question::unit},
                                                    {"seed", &Question::seed},
                                                    {"threads", &Question::threads},
                                                    {"memory", &Question::memory},
                                                    {"ledger", &Question::ledger},
                                                    {"dataset", &Question::dataset},
                                                    {"ledger_wait", &Question::ledger_wait}};
  if (name == "columns")
    question.columns = nb::cast<std::vector<std::string>>(value);
  else if (name == "no_header")
    question.no_header = nb::cast<bool>(value);
  else if (name == "command")
    question.command = nb::cast<std::string>(value);
  else
    return put(question, name, value, fields);
  return true;
}

inline bool put(MeanQuestion &question, const std::string &name, nb::handle value) {
  static constexpr NamedField<MeanQuestion> fields[] = {{"bound", &MeanQuestion::bound},
                                                        {"precision", &MeanQuestion::precision},
                                                        {"mean_within", &MeanQuestion::mean_within},
                                                        {"std_min", &MeanQuestion::std_min},
                                                        {"std_max", &MeanQuestion::std_max},
                                                        {"clip_quantile", &MeanQuestion::clip_quantile},
                                                        {"steps", &MeanQuestion::steps},
                                                        {"covariance", &MeanQuestion::covariance},
                                                        {"norm", &MeanQuestion::norm},
                                                        {"variances", &MeanQuestion::variances},
                                                        {"variances_from", &MeanQuestion::variances_from},
                                                        {"pairs", &MeanQuestion::pairs},
                                                        {"model", &MeanQuestion::model},
                                                        {"dishonest", &MeanQuestion::dishonest}};
  if (name == "binary")
    question.binary = nb::cast<bool>(value);
  else if (name == "own_units")
    question.own_units = nb::cast<bool>(value);
  else
    return put(static_cast<Question &>(question), name, value) || put(question, name, value, fields);
  return true;
}

inline bool put(QuantileQuestion &question, const std::string &name, nb::handle value) {
  if (name != "quantiles") return put(static_cast<Question &>(question), name, value);
  question.quantiles = nb::cast<std::string>(value);
  return true;
}

inline bool put(ForecastQuestion &question, const std::string &name, nb::handle value) {
  using Q = ForecastQuestion;
  static constexpr NamedField<Q> fields[] = {
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
  else
    return put(question, name, value, fields);
  return true;
}

template <class Q> Q read_question(const nb::dict &options) {
  Q question;
  for (const auto [name, value] : options)
    if (!put(question, nb::cast<std::string>(name), value)) unknown_option(nb::cast<std::string>(name));
  return question;
}

} // namespace poise::internal::python
