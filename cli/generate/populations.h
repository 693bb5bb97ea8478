// Made-up tables: the same seed makes the same text on every machine.
#pragma once

#include "poise/random/bits.h"

#include <functional>
#include <span>
#include <string_view>

namespace poise::internal::cli {

// Takes text; false means stop, it cannot be written.
using Sink = std::function<bool(std::string_view)>;

struct Population {
  std::string_view name;
  bool own_columns; // brings its columns along instead of being told how many
  void (*write)(std::uint64_t rows, std::uint64_t columns, Bits &bits, const Sink &sink);
};

std::span<const Population> populations();

} // namespace poise::internal::cli
