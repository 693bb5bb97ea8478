// Errors of the library as exceptions of the package, and back.
#pragma once

#include "poise/base/result.h"

#include <exception>
#include <nanobind/nanobind.h>
#include <optional>

namespace poise::internal::python {

// Becomes poise.BadParameter, BadInput, LedgerRefuses or Failure in Python.
class Refusal : public std::exception {
public:
  explicit Refusal(Error error) : error_(std::move(error)) {}
  const Error &error() const { return error_; }
  const char *what() const noexcept override { return error_.wrong.c_str(); }

private:
  Error error_;
};

template <class T> T value_or_throw(Result<T> result) {
  if (!result) throw Refusal(result.error());
  return *std::move(result);
}

// What an exception of the package says; nothing for any other. Needs the GIL.
std::optional<Error> error_in(const nanobind::python_error &raised);

} // namespace poise::internal::python
