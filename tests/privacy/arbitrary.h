// Random exact numbers, spread over orders of magnitude.
#pragma once

#include "poise/privacy/exact_text.h"
#include "poise/privacy/units.h"

#include <rapidcheck.h>
#include <string>

namespace poise::internal {

// One to five digits times a power of ten between the two given.
inline Rational arbitrary_number(int lowest_power, int highest_power) {
  const int digits = *rc::gen::inRange(10000, 99999);
  const int power = *rc::gen::inRange(lowest_power, highest_power) - 4;
  return *read_exact(std::to_string(digits) + "e" + std::to_string(power));
}

// Most deltas are small; some come close to one.
inline Delta arbitrary_delta() {
  const bool close_to_one = *rc::gen::inRange(0, 10) == 0;
  return *Delta::of(close_to_one ? Rational(1 - arbitrary_number(-6, 0)) : arbitrary_number(-90, 0));
}

inline Epsilon arbitrary_epsilon(int lowest_power, int highest_power) {
  return *Epsilon::of(arbitrary_number(lowest_power, highest_power));
}

inline Rho arbitrary_rho(int lowest_power, int highest_power) {
  return *Rho::of(arbitrary_number(lowest_power, highest_power));
}

} // namespace poise::internal
