// Scripts that let a shell complete commands, options and names of methods.
#pragma once

#include "poise/base/result.h"

#include <CLI/App.hpp>
#include <string>

namespace poise::internal::cli {

// For bash, zsh or fish, made from the commands and options that there are.
Result<std::string> completion_script(const std::string &shell, const CLI::App &app);

} // namespace poise::internal::cli
