// Writing where the user asked to: a file or standard output, and noticing when it fails.
#pragma once

#include "poise/base/result.h"

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace poise::internal::cli {

class Output {
public:
  // A file, overwritten if it is there; `-` is standard output.
  static Result<Output> open(const std::string &path);

  // Why it could not be opened, without touching what is there.
  [[nodiscard]] static std::optional<Error> cannot_open(const std::string &path);

  // False once anything could not be written; close() then says why.
  bool put(std::string_view text);

  // Everything has arrived, or the reason why not.
  [[nodiscard]] std::optional<Error> close();

private:
  using File = std::unique_ptr<std::FILE, int (*)(std::FILE *)>;
  Output(std::string name, File file) : name_(std::move(name)), file_(std::move(file)) {}

  std::string name_;
  File file_;
  int reason_ = 0; // errno of the first failure
};

// Everything on standard output, in one go.
[[nodiscard]] std::optional<Error> print(std::string_view text);

// A line on standard error.
void tell(std::string_view line);

} // namespace poise::internal::cli
