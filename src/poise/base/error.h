// What can go wrong, in words for the person who can mend it.
#pragma once

#include <string>
#include <utility>

namespace poise::internal {

enum class ErrorKind {
  bad_parameter,  // an option or argument nobody could honour
  bad_input,      // a file that cannot be used
  ledger_refuses, // the book says no
  failure,        // anything else: the system let us down
};

// Messages name parameters and files, never a cell of the data: whether and how
// a release fails must not tell anything about a person.
struct Error {
  ErrorKind kind;
  std::string wrong;  // one line: what is wrong
  std::string remedy; // one line: what to do about it

  friend bool operator==(const Error &, const Error &) = default;
};

[[nodiscard]] inline Error bad_parameter(std::string wrong, std::string remedy) {
  return {ErrorKind::bad_parameter, std::move(wrong), std::move(remedy)};
}

[[nodiscard]] inline Error bad_input(std::string wrong, std::string remedy) {
  return {ErrorKind::bad_input, std::move(wrong), std::move(remedy)};
}

} // namespace poise::internal
