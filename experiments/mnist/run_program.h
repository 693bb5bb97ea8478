// Running another program and waiting for it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace poise::internal::experiments {

enum class ProgramEnd { succeeded, failed, not_found, not_started };

// Looks for the first word on the PATH and passes on the others as they are: no shell reads them. The
// program works in a folder that is there, reads nothing, and what it prints goes to the end of the log.
ProgramEnd run_program(const std::vector<std::string> &words, const std::filesystem::path &folder,
                       const std::filesystem::path &log);

} // namespace poise::internal::experiments
