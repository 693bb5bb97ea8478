// How an estimator runs: on how many threads, in how much memory, and who hears of its progress.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace poise::internal {

// None of it changes a result.
struct RunOptions {
  unsigned threads = 0; // 0: one for every core

  // For copies that make later passes faster, and for rows that have to be brought together.
  std::size_t memory = std::size_t{1} << 30;

  // About how many cells a worker takes at a time: they should fit a core's own cache.
  std::size_t block_cells = std::size_t{1} << 16;

  // How many rows of a pass are done, now and then, by one thread at a time; false ends the
  // work with an Error. Both numbers are public when the number of rows is.
  std::function<bool(std::uint64_t rows_done, std::uint64_t rows)> progress = nullptr;
};

} // namespace poise::internal
