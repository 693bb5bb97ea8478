// A value out of bytes that need not be aligned.
#pragma once

#include <cstdint>
#include <cstring>

namespace poise::internal {

template <class T> T load(const std::uint8_t *at) {
  T value;
  std::memcpy(&value, at, sizeof(T));
  return value;
}

} // namespace poise::internal
