// A name as a number: to give what bears it random bits of its own.
#pragma once

#include <cstdint>
#include <string_view>

namespace poise::internal::experiments {

// FNV-1a.
inline std::uint64_t number_of(std::string_view name) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

} // namespace poise::internal::experiments
